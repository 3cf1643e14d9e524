import type {ChartOptions} from "../charts/model.js";
import {sql} from "../duckdb/sql/sql.js";
import type {Row} from "../duckdb/values/rows.js";
import {formatPrice, formatUtc, type Instant, toMs, toNumber} from "../format/format.js";
import {command, instantText} from "../format/load-command.js";
import {secondsOf} from "../format/resolution.js";
import {copyable} from "../ui/elements/copyable.js";
import {html} from "../ui/elements/dom.js";
import type {Picked} from "./pick.js";

const most = 12; // rows of the panel

/**
 * What a click on a chart of one feed shows: the raw updates of the bar or instant, as far as the snapshot has them, and the
 * command that shows their responses and bytes, which only the store has. Undefined for a chart of several feeds.
 */
export function rawUpdates(
  picked: Pick<Picked, "feeds" | "resolution" | "compared" | "exponent" | "confidence">
): ChartOptions["detail"] {
  const {feeds, resolution, compared, ...digits} = picked;
  const [feed = 0, ...others] = feeds ?? [];
  if (feed === 0 || others.length > 0 || (compared?.length ?? 0) > 0) return undefined;
  return async (at, candleMs) => {
    const lengthMs = candleMs ?? 1000 * secondsOf(resolution);
    const from = instantText(Math.ceil(at));
    const until = instantText(Math.ceil(at) + lengthMs);
    const rows = await (lengthMs > 0 ? updatesOf(feed, from, until) : lastUpdate(feed, from));
    const [part] = await sql`SELECT since FROM snapshot_parts WHERE name = 'prices' AND NOT whole`;
    const range = lengthMs > 0 ? ["--at", from, "--to", until] : ["--at", from];
    const text = command("show", "--feed", [feed], ...range);
    return html("div", {}, ...shownRows(rows, {since: part?.since, digits}), copyable(text, "Command"));
  };
}

function updatesOf(feed: number, from: string, until: string): Promise<Row[]> {
  return sql`
    SELECT publishedAt, price, bid, ask, publisherCount, marketSession, count(*) OVER ()::DOUBLE AS updates
    FROM prices
    WHERE priceFeedId = ${feed} AND publishedAt >= ${from}::TIMESTAMP AND publishedAt < ${until}::TIMESTAMP
    ORDER BY publishedAt
    LIMIT ${most}`;
}

// A line begins with the update before it. The snapshot's first update may be newer than that.
function lastUpdate(feed: number, at: string): Promise<Row[]> {
  return sql`
    SELECT publishedAt, price, bid, ask, publisherCount, marketSession, 1::DOUBLE AS updates
    FROM prices
    WHERE priceFeedId = ${feed} AND publishedAt <= ${at}::TIMESTAMP
    ORDER BY publishedAt DESC
    LIMIT 1`;
}

type Digits = Pick<Picked, "exponent" | "confidence">;

const headers = ["Published", "Price", "Bid", "Ask", "Publishers", "Session"];

function shownRows(rows: readonly Row[], {since, digits}: {since: unknown; digits: Digits}): HTMLElement[] {
  const [first] = rows;
  if (first === undefined) {
    const from = since ? `, which has updates from ${formatUtc(since as Instant, "second")} on` : "";
    return [html("p", {}, `The raw updates of this time are not in this site’s file${from}. The store has them:`)];
  }
  const cells = rows.map(({publishedAt, price, bid, ask, publisherCount, marketSession}) => [
    ...[instantText(toMs(publishedAt as Instant)), ...[price, bid, ask].map((value) => priceText(value, digits))],
    ...[publisherCount, marketSession].map((value) => String(value ?? "–"))
  ]);
  const row = (tag: "th" | "td", texts: readonly string[]) =>
    html("tr", {}, ...texts.map((text) => html(tag, {}, text)));
  const table = html("table", {}, row("th", headers), ...cells.map((texts) => row("td", texts)));
  const more = toNumber(first.updates as number) - rows.length;
  const count = more > 0 ? `${more} more are in the file. ` : "";
  return [
    html("div", {class: "fb-spot-rows"}, table),
    html("p", {}, `${count}The response and its bytes are only in the store:`)
  ];
}

function priceText(value: unknown, {exponent, confidence}: Digits): string {
  return value === null || value === undefined ? "–" : formatPrice(value as number, {exponent, confidence});
}
