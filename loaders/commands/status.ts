import {Command} from "commander";
import {group} from "d3-array";
import ms from "ms";
import {type Behind, behind} from "../cluster/ship.js";
import {ConfigError} from "../config/errors.js";
import {countText, shorten, sizeText} from "../config/size.js";
import {type FeedStatus, type LoadSummary, type StoreStatus, storeStatus} from "../inspect/status.js";
import {findFeeds} from "../load/feeds.js";
import type {Log} from "../load/report.js";
import {dueText} from "../sql/due.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {fittedTable, print, printJson, resultOf, safeText, terminalWidth, textTable} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

const shown = 50;

/** `status`: the contents of the store, the state of each feed, and the newest loads. */
export function statusCommand(host: Host): Command {
  return withOptions(new Command("status"), "store", "feeds", "symbols", "json")
    .description("show the contents of the store, the state of each feed, and the newest loads")
    .addHelpText("after", "\nExample:\n  feedbook status --symbols Crypto.BTC/USD")
    .action(
      action<CommonOptions>(host, async ({settings, json, log, signal}, {feeds, symbols}) => {
        const read = async (store: Store) => ({
          ids: await findFeeds(store, feeds || symbols ? settings.feeds : "all"),
          shipping: await behind(store),
          ...(await storeStatus(store))
        });
        const {ids, ...all} = await readStore(settings.storePath, read, {signal});
        const status = {...all, feeds: ids === null ? all.feeds : narrowed(all.feeds, ids, log)};
        if (json) return printJson(host, status);
        const parts = [headline(status), feedsText(status.feeds, terminalWidth(host)), loadsText(status.loads)];
        print(host, parts.filter(Boolean).join("\n\n"));
      })
    );
}

/** What `status` shows; `shipping` is null for a store that is not shipped. */
type Shown = StoreStatus & {shipping: Behind | null};

function narrowed(all: readonly FeedStatus[], ids: readonly number[], log: Log): FeedStatus[] {
  const [asked, held] = [new Set(ids), new Set(all.map(({priceFeedId}) => priceFeedId))];
  const found = all.filter(({priceFeedId}) => asked.has(priceFeedId));
  const absent = ids.filter((id) => !held.has(id));
  const nothing = `the store knows nothing of ${absent.join(", ")}`;
  if (found.length === 0) throw new ConfigError(`${nothing}: feedbook status lists its feeds`);
  if (absent.length > 0) log.warn(nothing);
  return found;
}

function headline({path, bytes, meta, balanced, due, fields, feeds, shipping}: Shown): string {
  const kind = meta.simulated ? "simulated" : "real";
  const books = balanced ? "the books balance" : "THE BOOKS DO NOT BALANCE: feedbook doctor says more";
  const {rejected, droppedBefore, firstPublishedAt, lastPublishedAt} = meta;
  const changes = fields.map(
    ({startedAt, field, change}) => `${shorten(safeText(field), 40)} ${change} ${startedAt.slice(0, 10)}`
  );
  const updates = (count: number, problem: string) => count > 0 && `${countText(count, "update")} ${problem}`;
  return [
    `${path}, ${sizeText(bytes)}`,
    `${countText(meta.updates, `${kind} update`)} of ${countText(meta.feeds, "feed")}; ${books}`,
    lastPublishedAt !== null && `from ${firstPublishedAt} to ${lastPublishedAt}, ${ago(lastPublishedAt)}`,
    droppedBefore !== null && `dropped: ${countText(meta.dropped, "update")} from before ${droppedBefore}; bars stay`,
    due > 0 && dueText(due),
    shipping !== null && shippingText(shipping),
    updates(meta.misdated, "dated before 2000 or in the future"),
    rejected > 0 &&
      `${countText(rejected, "entry")} rejected, ${meta.rejectedWithoutFeed} of them without a readable feed`,
    meta.coercions > 0 && `${countText(meta.coercions, "value")} set to null`,
    updates(meta.catalogueExponents, "without an exponent: the catalogue's is used"),
    updates(meta.unscaled, "without a usable exponent: their prices are null"),
    meta.unspanned > 0 &&
      `${countText(meta.unspanned, "funding rate")} without an interval from 1 minute to 31 days: no rate over 8 hours`,
    changes.length > 0 && `fields: ${changes.join(", ")}`,
    feeds.length > 0 && `feeds: ${counted(feeds)}`
  ]
    .filter(Boolean)
    .join("\n");
}

function shippingText({cluster, responses, since, hours}: Behind): string {
  const rows = responses > 0 && `${countText(responses, "response")} to ship${since === null ? "" : ` since ${since}`}`;
  const bars = hours > 0 && `bars and quality of ${countText(hours, "hour")} of feeds to make`;
  const lacking = [rows, bars].filter(Boolean).join(", ");
  return lacking === "" ? `${cluster} has all of it` : `${cluster} is behind: ${lacking}: feedbook ship`;
}

function counted(feeds: readonly FeedStatus[]): string {
  return [...group(feeds, ({state}) => state)].map(([state, {length}]) => `${length} ${state}`).join(", ");
}

function feedsText(feeds: readonly FeedStatus[], width: number): string {
  const table = fittedTable(feeds.slice(0, shown).map(feedLine), "symbol", {width, cut: cutMiddle});
  if (feeds.length <= shown) return table;
  const rest = feeds.slice(shown);
  return `${table}\nand ${rest.length} more: ${counted(rest)} (--feeds or --symbols shows some, --json all)`;
}

function feedLine(feed: FeedStatus) {
  return {
    state: feed.state,
    id: feed.priceFeedId,
    symbol: feed.symbol ?? "",
    updated: feed.lastPublishedAt === null ? "never" : ago(feed.lastPublishedAt),
    age: feed.ageSeconds === null ? "" : short(feed.ageSeconds * 1000),
    session: shorten(feed.marketSession ?? "", 12),
    rows: feed.rows,
    rejected: feed.rejected
  };
}

// A failure is shown in full, as its end says what to do.
function loadsText(loads: readonly LoadSummary[]): string {
  const errors = loads.filter(({error}) => error !== null);
  const reasons = errors.map(
    ({startedAt, command, error}) =>
      `${startedAt.slice(0, 19).replace("T", " ")}  ${command}: ${shorten(safeText(error ?? ""), 400)}`
  );
  return [textTable(resultOf(loads.map(loadLine))), ...reasons].join("\n");
}

// At most 80 columns, up to ten million rows.
function loadLine({latencyP50Ms: p50, latencyP99Ms: p99, ...load}: LoadSummary): Record<string, unknown> {
  return {
    started: ago(load.startedAt),
    command: load.command,
    status: load.status,
    took: load.seconds === null ? "" : lasted(load.seconds),
    rows: load.rows,
    "rows/s": load.rowsPerSecond ?? "",
    "p50/p99": p50 === null || p99 === null ? "" : latencies(p50, p99),
    fails: load.failures,
    rejects: load.rejected
  };
}

function latencies(p50: number, p99: number): string {
  if (p99 < 999.5) return `${Math.round(p50)}/${Math.round(p99)}ms`;
  return `${(p50 / 1000).toFixed(1)}/${(p99 / 1000).toFixed(1)}s`;
}

function ago(iso: string): string {
  const since = 1000 * Math.trunc((Date.now() - Date.parse(iso)) / 1000); // in columns: milliseconds are too long
  return since < 0 ? `in ${short(-since)}` : `${short(since)} ago`;
}

// In four columns.
function lasted(seconds: number): string {
  return seconds < 9.95 ? `${seconds.toFixed(1)}s` : short(seconds * 1000);
}

function short(milliseconds: number): string {
  return milliseconds === 0 ? "0s" : ms(Math.round(milliseconds));
}

// Cut in the middle, as the ends of a symbol matter most.
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = Math.ceil((most - 1) / 2);
  return `${text.slice(0, start)}…${text.slice(text.length - (most - 1 - start))}`;
}
