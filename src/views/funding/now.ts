import {formatAge, formatCount, formatUtc, type Instant, type Quantity, toMs, toNumber} from "../../format/format.js";
import {clockFrom, countdown, type Payment, runCountdowns} from "../../ui/elements/countdown.js";
import {html, onPlainClick, svg} from "../../ui/elements/dom.js";
import {hasWords} from "../../ui/elements/names.js";
import {tableHead, tableRow} from "../../ui/elements/table.js";
import {color} from "../../ui/elements/theme.js";
import {type Search, searchBar} from "../../ui/tables/search.js";
import {pageLink} from "../../url/page-link.js";
import type {Kept} from "../../url/state.js";
import {type Basis, comparedOn, formatOn, payerOf, phrases} from "./basis.js";
import {type LastRate, type Market, marketsOf, type Quote} from "./dispersion.js";

/**
 * The last rate of a venue's feed, its next payment, and its previous interval with the time of the change.
 */
export interface NowRow extends LastRate, Payment {
  wasHours?: Quantity;
  changedAt?: Instant | null;
}

/** Options of {@link fundingNow}. */
export interface NowOptions {
  basis: Basis;
  /** The state of its search. */
  found?: Kept<Search>;
  /** The time of simulated data, from which countdowns run; null: the reader's clock. */
  simulatedAt?: Instant | null;
  /** The address of the history of feeds, by their ids. */
  href?: (ids: string) => string;
  /** Called instead of following such a link. */
  onPick?: (ids: string) => void;
  now?: () => number;
}

interface Table extends Required<Pick<NowOptions, "basis" | "href">>, Pick<NowOptions, "onPick"> {
  largest: number;
  clock: () => number;
}

/**
 * The last rate of every venue by underlying: who pays whom, how often, when next, and the dispersion of venues. Starts
 * with the largest underlyings, with a search over all.
 */
export function fundingNow(
  rows: Iterable<NowRow>,
  {
    basis,
    simulatedAt = null,
    href = (ids) => pageLink(`./funding?feeds=${ids}`),
    onPick,
    now = Date.now,
    found
  }: NowOptions
): HTMLElement {
  const markets = marketsOf([...rows], basis);
  const sizes = markets.flatMap(({quotes}) => quotes.map(({rate}) => Math.abs(rate) || 0));
  const table: Table = {
    basis,
    href,
    ...(onPick && {onPick}),
    largest: Math.max(0, ...sizes),
    clock: clockFrom(simulatedAt, now)
  };
  const bodies = html("table", {role: "table"});
  const show = (shown: readonly Market<NowRow>[]): void => {
    bodies.replaceChildren(...headOf(basis), ...bodiesOf(shown, table));
  };
  const region = {class: "fb-now", role: "region", "aria-label": "Funding now", tabindex: 0};
  const element = html("div", {}, marketSearch(markets, show, found), html("div", region, bodies));
  runCountdowns(element, table.clock);
  return element;
}

function bodiesOf(markets: readonly Market<NowRow>[], table: Table): HTMLElement[] {
  if (markets.length > 0) return markets.map((market) => body(market, table));
  return [html("tbody", {}, html("tr", {}, html("td", {colspan: 6}, "no rates")))];
}

function body({underlying, quotes, dispersion, highest, lowest}: Market<NowRow>, table: Table): HTMLElement {
  const {basis} = table;
  const one = quotes.length === 1 ? "one venue" : "one venue with a current rate";
  const on = comparedOn(basis);
  const spread = Number.isNaN(dispersion)
    ? one
    : `${formatOn(on, dispersion)} apart${on === basis ? "" : ` ${phrases[on]}`}`;
  const between = Number.isNaN(dispersion) ? "" : `${highest} highest, ${lowest} lowest`;
  const row = html(
    "tr",
    {role: "row", class: "fb-market"},
    html("th", {scope: "rowgroup", role: "rowheader", class: classes[0]}, link(underlying, quotes, table)),
    html("td", {role: "cell", class: classes[1]}, spread),
    html("td", {role: "cell", class: "fb-is-between", colspan: 4}, between)
  );
  return html("tbody", {role: "rowgroup"}, row, ...quotes.map((quote) => venueRow(quote, table)));
}

function venueRow(quote: Quote<NowRow>, table: Table): HTMLElement {
  const {row, rate, isValid, venue, underlying} = quote;
  const old = isValid || Number.isNaN(rate) ? null : html("small", {}, `${formatAge(row.ageSeconds)} old`);
  const content = [
    link(venue || underlying, [quote], table),
    html("span", {"data-tone": toneOf(rate, isValid)}, formatOn(table.basis, rate), old),
    bar(rate, table.largest),
    payerOf(rate),
    every(row),
    isValid ? countdown(row, table.clock()) : "–"
  ];
  return tableRow(content, classes);
}

function toneOf(rate: number, isValid: boolean): string | null {
  return !isValid || rate === 0 || Number.isNaN(rate) ? null : rate > 0 ? "positive" : "negative";
}

function every({intervalHours, wasHours, changedAt}: NowRow): HTMLElement {
  const was = Number.isNaN(toMs(changedAt))
    ? null
    : html("small", {}, `${hours(wasHours)} until ${formatUtc(changedAt, "day")}`);
  return html("span", {}, hours(intervalHours), was);
}

function hours(value: Quantity): string {
  return formatAge(3600 * toNumber(value));
}

function link(text: string, quotes: readonly Quote<NowRow>[], {href, onPick}: Table): HTMLElement {
  const ids = quotes.map(({row}) => String(row.priceFeedId)).join();
  const element = html("a", {href: href(ids), title: "Show the history"}, text);
  if (onPick) onPlainClick(element, () => onPick(ids));
  return element;
}

function bar(rate: number, largest: number): SVGSVGElement {
  const width = largest > 0 && !Number.isNaN(rate) ? (100 * Math.abs(rate)) / largest : 0;
  const fill = rate < 0 ? color.negative : color.positive;
  const box = {class: "fb-bar", viewBox: "-100 0 200 10", preserveAspectRatio: "none", "aria-hidden": "true"};
  const middle = svg("line", {y2: 10, stroke: color.ink3, "vector-effect": "non-scaling-stroke"});
  return svg("svg", box, svg("rect", {x: rate < 0 ? -width : 0, width, y: 1, height: 8, fill}), middle);
}

/** The class of each column of the now-table, in their order. */
export const classes = ["venue", "rate", "bar", "payer", "every", "left"].map((name) => `fb-is-${name}`);

/** Caption and header of the now-table, with rates on a basis. */
export function headOf(basis: Basis): HTMLElement[] {
  const heads = ["Venue", `Rate ${phrases[basis]}`, "", "Who pays", "Paid every", "Next in"];
  const caption = `Last funding rates ${phrases[basis]}, the largest first`;
  const labels = heads.map((label, i) => ({label, class: classes[i]}));
  return [html("caption", {class: "fb-unseen"}, caption), tableHead(labels)];
}

const few = 30; // a screen or two

// The markets shown, and the texts of the search bar.
interface FoundMarkets<Row> {
  shown: readonly Market<Row>[];
  count: string;
  /** The label of a button that shows all or fewer; none if there are few. */
  button?: string;
}

// The search over markets. If there are few, shows all and returns null.
function marketSearch<Row extends LastRate>(
  markets: readonly Market<Row>[],
  show: (shown: readonly Market<Row>[]) => void,
  state: Kept<Search> | undefined
): HTMLElement | null {
  if (markets.length <= few) {
    show(markets);
    return null;
  }
  return searchBar({
    ...{label: "Search venues and underlyings", state},
    show(found) {
      const {shown, ...texts} = findMarkets(markets, found);
      show(shown);
      return texts;
    }
  });
}

/**
 * The markets whose venues, symbols, ids or underlying have all words of a search: the 30 largest, or with `all` all.
 */
function findMarkets<Row extends LastRate>(
  markets: readonly Market<Row>[],
  {search, all}: {search: string; all: boolean}
): FoundMarkets<Row> {
  const found = markets.filter((market) => hasWords(textOf(market), search));
  const shown = all ? found : found.slice(0, few);
  const total = formatCount(markets.length);
  if (found.length <= few) return {shown, count: `${formatCount(found.length)} of ${total} underlyings`};
  return {
    shown,
    count: `${formatCount(shown.length)} of ${total} underlyings${all ? "" : ", the largest"}`,
    button: all ? `Show the ${few} largest` : `Show all ${formatCount(found.length)}`
  };
}

function textOf({underlying, quotes}: Market<LastRate>): string {
  const feeds = quotes.map(({venue, row}) => `${venue} ${row.symbol ?? ""} feed ${row.priceFeedId}`);
  return [underlying, ...feeds].join(" ");
}
