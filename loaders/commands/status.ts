import {Command} from "commander";
import ms from "ms";
import {ConfigError} from "../config/error.js";
import {readStore} from "../store/reader.js";
import {type FeedState, type FeedStatus, type LoadSummary, type StoreStatus, storeStatus} from "../store/status.js";
import {print, printJson, resultOf, safeText, textTable} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

const shown = 50;

/** `status`: what is in the store, how each feed stands, and how the newest loads went. */
export function statusCommand(): Command {
  return withOptions(new Command("status"), "store", "feeds", "symbols", "json")
    .description("show what is in the store, how each feed stands, and how the newest loads went")
    .addHelpText("after", "\nExample:\n  feedbook status --symbols Crypto.BTC/USD")
    .action(
      action<CommonOptions>(async ({settings, json}, options) => {
        const all = await readStore(settings.storePath, storeStatus);
        const status = {...all, feeds: narrowed(all.feeds, options)};
        if (json) return printJson(status);
        const parts = [headline(status), feedsText(status.feeds), loadsText(status.loads)];
        print(parts.filter(Boolean).join("\n\n"));
      })
    );
}

function narrowed(all: readonly FeedStatus[], {feeds, symbols}: CommonOptions): FeedStatus[] {
  const asked: readonly (number | string)[] | undefined = feeds ?? symbols;
  if (asked === undefined) return [...all];
  const isAsked = ({priceFeedId, symbol}: FeedStatus) => asked.includes(feeds ? priceFeedId : (symbol ?? ""));
  const found = all.filter(isAsked);
  if (found.length > 0) return found;
  throw new ConfigError(`the store knows nothing of ${asked.join(", ")}: feedbook status shows what is in it`);
}

function headline({path, bytes, meta, balanced, feeds}: StoreStatus): string {
  const kind = meta.simulated ? "simulated" : "real";
  const books = balanced ? "the books balance" : "THE BOOKS DO NOT BALANCE: feedbook doctor tells more";
  const lines = [
    `${path}, ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    `${meta.updates} ${kind} updates of ${meta.feeds} feeds; ${books}`
  ];
  if (meta.lastPublishedAt !== null)
    lines.push(`from ${meta.firstPublishedAt} to ${meta.lastPublishedAt}, ${ago(meta.lastPublishedAt)}`);
  if (meta.misdated > 0) lines.push(`${meta.misdated} updates are dated before 2000 or in the future`);
  if (meta.rejected > 0)
    lines.push(`${meta.rejected} entries rejected, ${meta.rejectedWithoutFeed} of them of no readable feed`);
  if (meta.coercions > 0) lines.push(`${meta.coercions} values set to null`);
  if (feeds.length > 0) lines.push(`feeds: ${counted(feeds)}`);
  return lines.join("\n");
}

function counted(feeds: readonly FeedStatus[]): string {
  const counts = new Map<FeedState, number>();
  for (const {state} of feeds) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
}

// The loudest come first; how the rest stands is in the counts.
function feedsText(feeds: readonly FeedStatus[]): string {
  const table = textTable(resultOf(feeds.slice(0, shown).map(feedLine)));
  if (feeds.length <= shown) return table;
  const rest = feeds.slice(shown);
  return `${table}\nand ${rest.length} more: ${counted(rest)} (--feeds or --symbols shows some, --json all)`;
}

function feedLine(feed: FeedStatus): Record<string, unknown> {
  return {
    state: feed.state,
    id: feed.priceFeedId,
    symbol: shorten(feed.symbol ?? "", 34),
    "last update": feed.lastPublishedAt === null ? "never" : ago(feed.lastPublishedAt),
    age: feed.ageSeconds === null ? "" : short(feed.ageSeconds * 1000),
    session: shorten(feed.marketSession ?? "", 12),
    rows: feed.rows,
    rejected: feed.rejected
  };
}

function loadsText(loads: readonly LoadSummary[]): string {
  const table = textTable(resultOf(loads.map(loadLine)));
  const errors = loads.filter(({error}) => error !== null);
  const told = errors.map((load) => `${startOf(load)}  ${load.command}: ${shorten(safeText(load.error ?? ""), 90)}`);
  return [table, ...told].join("\n");
}

function startOf({startedAt}: LoadSummary): string {
  return startedAt.slice(0, 19).replace("T", " ");
}

function loadLine(load: LoadSummary): Record<string, unknown> {
  return {
    started: startOf(load),
    command: load.command,
    status: load.status,
    took: load.seconds === null ? "" : short(load.seconds * 1000),
    rows: load.rows,
    "rows/s": load.rowsPerSecond ?? "",
    "p50 ms": load.latencyP50Ms ?? "",
    "p99 ms": load.latencyP99Ms ?? "",
    failures: load.failures,
    rejected: load.rejected
  };
}

function ago(iso: string): string {
  const since = Date.now() - Date.parse(iso);
  return since < 0 ? `in ${short(-since)}` : `${short(since)} ago`;
}

function short(milliseconds: number): string {
  return milliseconds === 0 ? "0s" : ms(Math.round(milliseconds));
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
