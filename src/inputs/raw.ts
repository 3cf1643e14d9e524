import type {ChartOptions} from "../charts/model.js";
import type {rawUpdates} from "../duckdb/sql/raw-updates.js";
import type {Row} from "../duckdb/values/rows.js";
import {formatPrice, formatUtc, type Instant, toMs, toNumber} from "../format/format.js";
import {command, instantText} from "../format/load-command.js";
import {secondsOf} from "../format/resolution.js";
import {copyable} from "../ui/elements/copyable.js";
import {html} from "../ui/elements/dom.js";
import type {Picked} from "./pick.js";

/** Asks for raw updates, as {@link rawUpdates} does. */
export type AskUpdates = typeof rawUpdates;

/**
 * What a click on a chart of one feed shows: the raw updates of the bar or instant, as far as the snapshot has them, and the
 * command that shows their responses and bytes, which only the store has. Undefined for a chart of several feeds.
 */
export function updatesOnClick(
  picked: Pick<Picked, "feeds" | "resolution" | "compared" | "exponent" | "confidence">,
  ask: AskUpdates
): ChartOptions["detail"] {
  const {feeds, resolution, compared, ...digits} = picked;
  const [feed = 0, ...others] = feeds ?? [];
  if (feed === 0 || others.length > 0 || (compared?.length ?? 0) > 0) return undefined;
  return async (at, candleMs) => {
    const lengthMs = candleMs ?? 1000 * secondsOf(resolution);
    const from = instantText(Math.ceil(at));
    const until = lengthMs > 0 ? instantText(Math.ceil(at) + lengthMs) : null;
    const {rows, since} = await ask(feed, from, until);
    const isHeld = since === null || toMs(since) <= at;
    if (isHeld && rows.length === 0)
      return html("p", {}, `No update ${until === null ? "until this time" : "in this bar"}.`);
    const text = command("show", "--feed", [feed], "--at", from, ...(until === null ? [] : ["--to", until]));
    return html("div", {}, ...(isHeld ? shownRows(rows, digits) : [absent(since)]), copyable(text, "Command"));
  };
}

function absent(since: Instant | null): HTMLElement {
  const from = since === null ? "" : `, which has updates from ${formatUtc(since, "second")} on`;
  return html("p", {}, `The raw updates of this time are not in this site’s file${from}. The store has them:`);
}

type Digits = Pick<Picked, "exponent" | "confidence">;

const headers = ["Published", "Price", "Bid", "Ask", "Publishers", "Session"];

function shownRows(rows: readonly Row[], digits: Digits): HTMLElement[] {
  const cells = rows.map(({publishedAt, price, bid, ask, publisherCount, marketSession}) => [
    ...[instantText(toMs(publishedAt as Instant)), ...[price, bid, ask].map((value) => priceText(value, digits))],
    ...[publisherCount, marketSession].map((value) => String(value ?? "–"))
  ]);
  const row = (tag: "th" | "td", texts: readonly string[]) =>
    html("tr", {}, ...texts.map((text) => html(tag, {}, text)));
  const table = html("table", {}, row("th", headers), ...cells.map((texts) => row("td", texts)));
  const more = toNumber(rows[0]?.updates as number) - rows.length;
  const count = more > 0 ? `${more} more are in the file. ` : "";
  return [
    html("div", {class: "fb-spot-rows"}, table),
    html("p", {}, `${count}The response and its bytes are only in the store:`)
  ];
}

function priceText(value: unknown, {exponent, confidence}: Digits): string {
  return value === null || value === undefined ? "–" : formatPrice(value as number, {exponent, confidence});
}
