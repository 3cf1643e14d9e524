import {ascending, descending, group} from "d3-array";
import {formatAge, formatCount, formatUtc, type Instant, type Quantity, toMs, toNumber} from "../../format/format.js";
import {clockFrom, countdown, type Payment, runCountdowns} from "../../ui/elements/countdown.js";
import {html, onPlainClick, svg} from "../../ui/elements/dom.js";
import {hasWords} from "../../ui/elements/names.js";
import {payerOf, toneOf} from "../../ui/elements/stats.js";
import {tableBox, tableHead, tableRow} from "../../ui/elements/table.js";
import {color} from "../../ui/elements/theme.js";
import {type Search, searchBar} from "../../ui/tables/search.js";
import {pageLink} from "../../url/page-link.js";
import type {Kept} from "../../url/state.js";
import {type Basis, comparedOn, type FundingRate, formatOn, ownRate, phrases, rateOn} from "./basis.js";
import {type Owner, ownersOf} from "./lines.js";

/**
 * The last rate of a venue's feed with its age and validity at the store's last update, its next payment, and its previous
 * interval with the time of the change.
 */
export interface NowRow extends FundingRate, Payment {
  ageSeconds?: Quantity;
  isValid: boolean | null;
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
}

interface Table extends Pick<NowOptions, "basis" | "onPick"> {
  href: (ids: string) => string;
  largest: number;
  clock: () => number;
}

const few = 30; // a screen or two

/**
 * The last rate of every venue by underlying: who pays whom, how often, when next, and the dispersion of venues. Starts
 * with the 30 largest underlyings, with a search over all.
 */
export function fundingNow(rows: Iterable<NowRow>, options: NowOptions): HTMLElement {
  const {basis, simulatedAt = null, href = (ids) => pageLink(`./funding?feeds=${ids}`), found} = options;
  const markets = marketsOf([...rows], basis);
  const sizes = markets.flatMap(({quotes}) => quotes.map(({rate}) => Math.abs(rate) || 0));
  const table: Table = {...options, href, largest: Math.max(0, ...sizes), clock: clockFrom(simulatedAt)};
  const bodies = html("table");
  const show = (shown: readonly Market[]): void => {
    const none = html("tbody", {}, html("tr", {}, html("td", {colspan: 6}, "no rates")));
    const made = shown.map((market) => body(market, table));
    bodies.replaceChildren(...headOf(basis), ...(made.length > 0 ? made : [none]));
  };
  const search = markets.length > few ? marketSearch(markets, show, found) : null;
  if (search === null) show(markets);
  const element = html("div", {class: "fb-now"}, search, tableBox("Funding now", bodies));
  runCountdowns(element, table.clock);
  return element;
}

// Finds the markets whose venues, symbols, ids or underlying have all words of a search: the 30 largest, or all.
function marketSearch(
  markets: readonly Market[],
  show: (shown: readonly Market[]) => void,
  state: Kept<Search> | undefined
): HTMLElement {
  return searchBar({
    ...{label: "Search venues and underlyings", state},
    show({search, all}) {
      const found = markets.filter((market) => hasWords(textOf(market), search));
      const shown = all ? found : found.slice(0, few);
      show(shown);
      const isCut = shown.length < found.length;
      const button = all ? `Show the first ${few}` : `Show all ${formatCount(found.length)}`;
      const count = `${formatCount(shown.length)} of ${formatCount(markets.length)} underlyings`;
      return {count: `${count}${isCut ? ", furthest from zero" : ""}`, button: found.length > few ? button : undefined};
    }
  });
}

function textOf({underlying, quotes}: Market): string {
  const feeds = quotes.map(({venue, row}) => `${venue} ${row.symbol ?? ""} feed ${row.priceFeedId}`);
  return [underlying, ...feeds].join(" ");
}

const classes = [undefined, "fb-number", "fb-is-bar", undefined, undefined, "fb-number"];

function headOf(basis: Basis): HTMLElement[] {
  const heads = ["Venue", `Rate ${phrases[basis]}`, "", "Who pays", "Paid every", "Next in"];
  const caption = `Last funding rates ${phrases[basis]}, furthest from zero first`;
  const labels = heads.map((label, i) => ({label, class: classes[i]}));
  return [html("caption", {class: "fb-unseen"}, caption), tableHead(labels)];
}

function body({underlying, quotes, dispersion, highest, lowest}: Market, table: Table): HTMLElement {
  const on = comparedOn(table.basis);
  const isCompared = !Number.isNaN(dispersion);
  const one = quotes.length === 1 ? "one venue" : "one venue with a current rate";
  const apart = `${formatOn(on, dispersion, {signed: false})} apart${on === table.basis ? "" : ` ${phrases[on]}`}`;
  const between = isCompared ? `${highest} highest, ${lowest} lowest` : "";
  const row = html(
    "tr",
    {class: "fb-market"},
    html("th", {scope: "rowgroup"}, link(underlying, quotes, table)),
    html("td", {class: "fb-number"}, isCompared ? apart : one),
    html("td", {colspan: 4}, between)
  );
  return html("tbody", {}, row, ...quotes.map((quote) => venueRow(quote, table)));
}

function venueRow(quote: Quote, table: Table): HTMLElement {
  const {row, rate, isValid, venue, underlying} = quote;
  const old = isValid || Number.isNaN(rate) ? null : html("small", {}, `${formatAge(row.ageSeconds)} old`);
  const tone = isValid ? toneOf(rate) : undefined;
  const content = [
    link(venue || underlying, [quote], table),
    html(
      "span",
      {},
      html("span", {"data-tone": tone}, formatOn(table.basis, rate)),
      html("small", {}, ownRate(table.basis, row)),
      old
    ),
    bar(rate, table.largest),
    payerOf(rate),
    every(row),
    isValid ? countdown(row, table.clock()) : "–"
  ];
  return tableRow(content, classes);
}

function every({intervalHours, wasHours, changedAt}: NowRow): HTMLElement {
  const isChanged = !Number.isNaN(toMs(changedAt));
  const was = isChanged ? html("small", {}, `${hours(wasHours)} until ${formatUtc(changedAt, "day")}`) : null;
  return html("span", {}, hours(intervalHours), was);
}

function hours(value: Quantity): string {
  return formatAge(3600 * toNumber(value));
}

function link(text: string, quotes: readonly Quote[], {href, onPick}: Table): HTMLElement {
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

interface Quote extends Owner {
  row: NowRow;
  rate: number;
  /** The rate on the basis on which venues are compared; NaN if it is missing. */
  compared: number;
  isValid: boolean;
}

/** The rates of one underlying, the largest absolute rate first, and the dispersion of its venues. */
export interface Market {
  underlying: string;
  quotes: Quote[];
  /** Highest less lowest valid rate, on the basis on which venues are compared; NaN for fewer than two. */
  dispersion: number;
  highest: string | undefined;
  lowest: string | undefined;
}

/**
 * Last rates by underlying on a basis, sorted by the absolute rate on which venues are compared; missing ones last.
 * @throws if the rows have no column `isValid`: expired rates would be compared, too
 */
export function marketsOf(rows: readonly NowRow[], basis: Basis): Market[] {
  if (rows[0] !== undefined && !("isValid" in rows[0]))
    throw new Error('no column "isValid" in these rates: select it from funding_now');
  const owners = ownersOf(rows);
  const compared = comparedOn(basis);
  const quotes = rows.map((row): Quote => {
    const owner = owners.get(String(row.priceFeedId)) ?? {venue: "", underlying: ""};
    return {...owner, row, rate: rateOn(basis, row), compared: rateOn(compared, row), isValid: row.isValid !== false};
  });
  quotes.sort((a, b) => descending(sizeOf(a), sizeOf(b)) || ascending(a.venue, b.venue));
  const markets = Array.from(
    group(quotes, ({underlying}) => underlying),
    ([underlying, quotes]) => ({underlying, quotes, ...dispersionOf(quotes)})
  );
  return markets.sort(
    (a, b) => descending(sizeOf(a.quotes[0]), sizeOf(b.quotes[0])) || ascending(a.underlying, b.underlying)
  );
}

function dispersionOf(quotes: readonly Quote[]): Pick<Market, "dispersion" | "highest" | "lowest"> {
  const valid = quotes.filter(({isValid, compared}) => isValid && !Number.isNaN(compared));
  const [highest, ...others] = valid.sort((a, b) => descending(a.compared, b.compared));
  const lowest = others.at(-1);
  const dispersion = (highest?.compared ?? NaN) - (lowest?.compared ?? NaN);
  return {dispersion, highest: highest?.venue, lowest: lowest?.venue};
}

function sizeOf(quote: Quote | undefined): number {
  return quote === undefined || Number.isNaN(quote.compared) ? -1 : Math.abs(quote.compared);
}
