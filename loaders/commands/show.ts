import {createHash} from "node:crypto";
import {Command} from "commander";
import {ConfigError} from "../config/errors.js";
import {instantText, parseInstant} from "../config/time.js";
import {droppedBefore} from "../inspect/gaps.js";
import {type Shown, showUpdates} from "../inspect/show.js";
import {keptBody} from "../load/bodies.js";
import {feedName, findFeeds} from "../load/feeds.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {printResult, resultOf, safeText, textTable} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

interface ShowOptions extends CommonOptions {
  feed: string;
  at: string;
  to?: string;
  body?: boolean;
}

/** `show`: updates of a feed as they were sent, and the responses that they came in. */
export function showCommand(host: Host): Command {
  return withOptions(new Command("show"), "store", "json")
    .requiredOption("--feed <feed>", "the feed: its id or its symbol")
    .requiredOption("--at <time>", "the time: the newest update at or before it counts")
    .option("--to <time>", "show all updates from --at to before this time, such as the updates of a bar")
    .option("--body", "write the kept bodies of the responses, byte for byte, one after the other")
    .description("show an update as it was sent, and the response that it came in")
    .addHelpText("after", help)
    .action(
      action<ShowOptions>(host, async (context, options) => {
        const {settings, json, log, signal} = context;
        const range = rangeOf(options);
        const read = async (store: Store) => {
          const [feed = Number.NaN] = (await findFeeds(store, selectionOf(options.feed))) ?? [];
          return {feed, ...(await showUpdates(store, {feed, ...range, most})), dropped: await droppedBefore(store)};
        };
        const {feed, dropped, ...shown} = await readStore(settings.storePath, read, {signal});
        if (range.at < dropped)
          log.warn(`updates from before ${instantText(dropped / 1000)} were dropped (retain.rows)`);
        if (shown.updates.length === 0) {
          log.warn(
            `no update of feed ${feedName(feed, null)} ${options.to ? "in this range" : "at or before this time"}`
          );
          return exitCodes.failed;
        }
        if (shown.isCut) log.warn(`only the first ${most} updates: give an earlier --to`);
        if (options.body) return writeBody(host, settings.storePath, shown);
        const responses = shown.responses.map((response) => ({
          ...response,
          body: bodyText(settings.storePath, response)
        }));
        const {updates} = shown;
        printResult({...context, json, quiet: false}, {updates, responses}, () => textOf(updates, responses));
        return exitCodes.done;
      })
    );
}

const most = 1000;

const help = `
Numbers are as the service sent them: a price is mantissa × 10^exponent. An instant that was requested twice has two updates.
The body is there only if store.keepBodies was set at the load; its hash is compared with the one of the store.

Examples:
  feedbook show --feed 1 --at now
  feedbook show --feed Crypto.BTC/USD --at 2026-11-24T12:00:00Z --to 2026-11-24T12:01:00Z
  feedbook show --feed 1 --at now --body`;

function selectionOf(feed: string): {ids: number[]} | {symbols: string[]} {
  return /^\d{1,15}$/.test(feed) ? {ids: [Number(feed)]} : {symbols: [feed]};
}

function rangeOf({at, to}: ShowOptions): {at: number; to: number | null} {
  const now = Date.now();
  const [start, end] = [parseInstant(at, now) * 1000, to === undefined ? null : parseInstant(to, now) * 1000];
  if (end === null || start < end) return {at: start, to: end};
  throw new ConfigError(`invalid range: at ${at} is not before to ${to}: exchange them`);
}

function writeBody(host: Host, storePath: string, {responses}: Shown): number {
  for (const [place, {responseId}] of responses.entries()) {
    const body = keptBody(storePath, String(responseId));
    if (body === null) throw new ConfigError(`the body of response ${responseId} was not kept: set store.keepBodies`);
    if (place > 0) host.stdout.write("\n");
    host.stdout.write(body);
  }
  return exitCodes.done;
}

function bodyText(storePath: string, {responseId, bodyHash}: Record<string, unknown>): string {
  const body = keptBody(storePath, String(responseId));
  if (body === null) return "not kept";
  const hash = createHash("sha256").update(body).digest("hex");
  return hash === bodyHash ? "kept, with this hash" : `kept, but with another hash: ${hash}`;
}

function textOf(updates: Shown["updates"], responses: Shown["responses"]): string {
  if (updates.length === 1) return [...updates, ...responses].map(facts).join("\n\n");
  const brief = updates.map(({responseId, entryIndex, publishedAt, feedUpdateTimestamp, extra: _, ...values}) => {
    const present = Object.entries(values).filter(([name]) => updates.some((update) => update[name] !== null));
    return {publishedAt, ...Object.fromEntries(present), feedUpdateTimestamp, responseId, entryIndex};
  });
  const about = responses.map(({request: _, missingFeeds: __, baseUrl: ___, ...response}) => response);
  return [brief, about].map((rows) => textTable(resultOf(rows))).join("\n\n");
}

// One line for each value that there is.
function facts(record: Record<string, unknown>): string {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${safeText(valueText(value))}`).join("\n");
}

function valueText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
