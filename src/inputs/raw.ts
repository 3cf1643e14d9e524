import type {ChartOptions, Spot} from "../charts/model.js";
import type {rawUpdates} from "../duckdb/sql/raw-updates.js";
import type {Row} from "../duckdb/values/rows.js";
import {formatPrice, formatRate, formatUtc, type Instant, messageOf, toMs, toNumber} from "../format/format.js";
import {command, instantText} from "../format/load-command.js";
import {secondsOf} from "../format/resolution.js";
import {copyable} from "../ui/elements/copyable.js";
import {html} from "../ui/elements/dom.js";
import type {Picked} from "./pick.js";

/** Asks for raw updates, as {@link rawUpdates} does. */
export type AskUpdates = typeof rawUpdates;

/**
 * What a click on a chart shows: the raw updates of the bar or instant, as far as the snapshot has them, and the command that shows
 * their responses and bytes, which only the store has. A chart of several feeds has series by their ids: it shows the nearest, and
 * offers the others.
 */
export function updatesOnClick(
  picked: Pick<Picked, "feeds" | "resolution" | "compared" | "exponent" | "confidence">,
  ask: AskUpdates
): NonNullable<ChartOptions["detail"]> {
  const {resolution, ...digits} = picked;
  const feeds = [...new Set([...(picked.feeds ?? []), ...(picked.compared ?? [])])].filter((id) => id > 0);
  return ({at, candleMs, series}) => {
    const lengthMs = candleMs ?? 1000 * secondsOf(resolution);
    const updatesOf = (feed: number) => updates({feed, at, lengthMs, digits: feed === feeds[0] ? digits : {}}, ask);
    const [only, ...others] = feeds;
    if (only !== undefined && others.length === 0) return updatesOf(only);
    const offered = series.filter(({key}) => feeds.includes(Number(key)));
    return offered[0] === undefined ? null : anyOf(offered, Number(offered[0].key), updatesOf);
  };
}

async function anyOf(
  offered: Spot["series"],
  nearest: number,
  updatesOf: (feed: number) => Promise<HTMLElement>
): Promise<HTMLElement> {
  const place = html("div", {}, await updatesOf(nearest));
  const select = html(
    "select",
    {class: "fb-button", "aria-label": "Feed"},
    ...offered.map(({key, label}) => html("option", {value: key}, label))
  );
  select.addEventListener("change", () => {
    updatesOf(Number(select.value)).then(
      (shown) => place.replaceChildren(shown),
      (error: unknown) => place.replaceChildren(messageOf(error))
    );
  });
  return html("div", {}, html("p", {}, select), place);
}

async function updates(
  {feed, at, lengthMs, digits}: {feed: number; at: number; lengthMs: number; digits: Digits},
  ask: AskUpdates
): Promise<HTMLElement> {
  const from = instantText(Math.ceil(at));
  const until = lengthMs > 0 ? instantText(Math.ceil(at) + lengthMs) : null;
  const {rows, since} = await ask(feed, from, until);
  const isHeld = since === null || toMs(since) <= at;
  if (isHeld && rows.length === 0)
    return html("p", {}, `No update ${until === null ? "until this time" : "in this bar"}.`);
  const text = command("show", "--feed", [feed], "--at", from, ...(until === null ? [] : ["--to", until]));
  return html("div", {}, ...(isHeld ? shownRows(rows, digits) : [absent(since)]), copyable(text, "Command"));
}

function absent(since: Instant | null): HTMLElement {
  const from = since === null ? "" : `, which has updates from ${formatUtc(since, "second")} on`;
  return html("p", {}, `The raw updates of this time are not in this site’s file${from}. The store has them:`);
}

type Digits = Partial<Pick<Picked, "exponent" | "confidence">>;

function shownRows(rows: readonly Row[], digits: Digits): HTMLElement[] {
  const all = rows.map(({publishedAt, rate, price, bid, ask, publisherCount, marketSession}) => ({
    Published: instantText(toMs(publishedAt as Instant)),
    ...(Number.isNaN(toNumber(rate))
      ? {Price: priceText(price, digits), Bid: priceText(bid, digits), Ask: priceText(ask, digits)}
      : {Rate: formatRate(toNumber(rate)), "Mark price": priceText(price, digits)}),
    Publishers: String(publisherCount ?? "–"),
    Session: String(marketSession ?? "–")
  }));
  const row = (tag: "th" | "td", texts: readonly string[]) =>
    html("tr", {}, ...texts.map((text) => html(tag, {}, text)));
  const table = html(
    "table",
    {},
    row("th", Object.keys(all[0] ?? {})),
    ...all.map((texts) => row("td", Object.values(texts)))
  );
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
