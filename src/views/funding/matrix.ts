import {group, min} from "d3-array";
import {type Tints, zeroTints} from "../../charts/heat/tints.js";
import {
  formatAge,
  formatBps,
  formatHours,
  formatPrice,
  formatUtc,
  type Instant,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {clockFrom, countdown, nextPayment, type Payment, runCountdowns} from "../../ui/elements/countdown.js";
import {html, onPlainClick} from "../../ui/elements/dom.js";
import {keepFocus} from "../../ui/elements/focus.js";
import {hasWords} from "../../ui/elements/names.js";
import {payerOf} from "../../ui/elements/stats.js";
import type {Column} from "../../ui/tables/columns.js";
import {type Search, searchedTable} from "../../ui/tables/search.js";
import {listTable, type SortState} from "../../ui/tables/table.js";
import type {Kept} from "../../url/state.js";
import {type Basis, comparedOn, type FundingRate, formatOn, ownRate, phrases, rateOn} from "./basis.js";
import {type Owner, ownersOf} from "./lines.js";

/**
 * The last rate of a venue's feed as `funding_basis` has it: its validity at the store's last update, its next payment, its
 * previous interval, and its mark price against a spot feed.
 */
export interface MatrixRow extends FundingRate, Payment {
  /** The underlying by which feeds are picked, as the page's loader groups them. */
  underlying?: string | null;
  isValid: boolean | null;
  ageSeconds?: Quantity;
  wasHours?: Quantity;
  changedAt?: Instant | null;
  markPrice?: Quantity;
  spotSymbol?: string | null;
  spotPrice?: Quantity;
  basisBps?: Quantity;
  noBasis?: string | null;
}

/** Options of {@link fundingMatrix}. */
export interface MatrixOptions extends SortState {
  basis: Basis;
  /** The underlying whose row is marked. */
  picked?: string | null;
  /** The state of its search. */
  found?: Kept<Search>;
  /** The time of simulated data, from which countdowns run; null: the reader's clock. */
  simulatedAt?: Instant | null;
  /** The address of the history of an underlying, or of feeds without one. */
  href?: (shown: {underlying: string | null; feeds: string | null}) => string | null;
  /** Called instead of following such a link. */
  onPick?: (shown: {underlying: string | null; feeds: string | null}) => void;
}

const few = 30; // a screen or two

/**
 * The last rates as a matrix, a row for each underlying and a column for each venue: the rate on a basis and as the venue pays
 * it, shaded by its size, with its basis in bps. A column's header counts down to the venue's next payment. A click on a row
 * picks its underlying. @throws if the rows have no column `isValid`: expired rates would look current
 */
export function fundingMatrix(rows: Iterable<MatrixRow>, options: MatrixOptions): HTMLElement {
  const {basis, simulatedAt = null, sorted, found} = options;
  const markets = marketsOf([...rows], basis);
  const venues = [...new Set(markets.flatMap(({quotes}) => [...quotes.keys()]))].sort();
  const columns = columnsOf(venues, markets, options);
  const label = `Last funding rates ${phrases[basis]}`;
  const list = {label, columns, empty: "no rates", ...(sorted && {sorted})};
  const search = {...list, most: Infinity, rows: "underlyings", found, isFound: isFound};
  const table = markets.length > few ? searchedTable(markets, search) : listTable(markets, list);
  const note = `Last rates ${phrases[basis]}, as the venue pays them, and the basis: its mark price against the spot price.`;
  const element = html("div", {class: "fb-matrix"}, html("div", {class: "fb-tools"}), html("p", {}, note), table);
  const clock = clockFrom(simulatedAt);
  const heads = element.querySelectorAll("thead th");
  for (const [i, venue] of venues.entries()) heads[i + 1]?.append(paymentOf(venue, markets, clock()));
  runCountdowns(element, clock);
  pickByRow(element);
  keepFocus("funding matrix", element, () => [...element.querySelectorAll<HTMLElement>("a, button, input")]);
  return element;
}

function isFound({underlying, quotes}: Market, search: string): boolean {
  const feeds = Array.from(quotes.values(), ({venue, row}) => `${venue} ${row.symbol ?? ""} feed ${row.priceFeedId}`);
  return hasWords([underlying, ...feeds].join(" "), search);
}

function columnsOf(venues: readonly string[], markets: readonly Market[], options: MatrixOptions): Column<Market>[] {
  const {basis} = options;
  const on = comparedOn(basis);
  const rates = markets.flatMap(({quotes}) => Array.from(quotes.values(), ({compared}) => compared));
  const tints = zeroTints(
    rates.filter((rate) => !Number.isNaN(rate)),
    String,
    {strongest: 0.4}
  );
  return [
    {
      name: "underlying",
      label: "Underlying",
      key: ({underlying}) => underlying,
      cell: (market) => link(market, options)
    },
    ...venues.map((venue) => ({
      ...{name: venue, label: venue || "Rate", hint: `Rate of ${venue}`, numeric: true},
      key: ({quotes}: Market) => quotes.get(venue)?.compared ?? NaN,
      cell: ({quotes}: Market) => rateCell(quotes.get(venue), {basis, tints})
    })),
    {
      ...{name: "apart", label: "Apart", numeric: true, key: ({apart}) => apart},
      hint: `Highest less lowest rate ${phrases[on]}, without rates that are too old`,
      cell: ({apart}) => html("strong", {}, formatOn(on, apart, {signed: false}))
    }
  ];
}

function link({underlying, quotes}: Market, {picked, href = () => null, onPick}: MatrixOptions): HTMLElement {
  const rows = Array.from(quotes.values(), ({row}) => row);
  const name = rows[0]?.underlying ?? null;
  const shown = {underlying: name, feeds: name === null ? rows.map(({priceFeedId}) => priceFeedId).join() : null};
  const current = name !== null && name === picked ? "true" : null;
  const element = html("a", {href: href(shown), title: "Show the history", "aria-current": current}, underlying);
  if (onPick) onPlainClick(element, () => onPick(shown));
  return element;
}

// A click anywhere in a row is one on its link, unless it ends the selection of text.
function pickByRow(element: HTMLElement): void {
  element.addEventListener("click", ({target}) => {
    if (getSelection()?.isCollapsed === false) return;
    if (target instanceof Element && target.closest("a") === null)
      target.closest("tbody tr")?.querySelector<HTMLElement>("th a")?.click();
  });
}

function rateCell(quote: Quote | undefined, {basis, tints}: {basis: Basis; tints: Tints}): HTMLElement {
  if (quote === undefined) return html("span", {class: "fb-unseen"}, "no feed");
  const {row, rate, compared, isValid} = quote;
  const isKnown = !Number.isNaN(rate);
  const parts = [
    html("strong", {}, formatOn(basis, rate)),
    html("small", {}, isKnown ? ownRate(basis, row) || `per ${formatHours(row.intervalHours)}` : ""),
    html("small", basisHint(row), basisOf(row)),
    isValid || !isKnown ? null : html("small", {"data-tone": "warn"}, `${formatAge(row.ageSeconds)} old`),
    Number.isNaN(toMs(row.changedAt))
      ? null
      : html("small", {}, `${formatHours(row.wasHours)} until ${formatUtc(row.changedAt, "day")}`)
  ];
  const cell = html("span", {class: "fb-rate", title: payerOf(rate)}, ...parts);
  const {fill, opacity} = tints.of(compared);
  if (isKnown && isValid)
    cell.style.background = `color-mix(in srgb, ${fill} ${(100 * opacity).toFixed(0)}%, transparent)`;
  return cell;
}

function basisOf({basisBps, noBasis}: MatrixRow): string {
  if (!Number.isNaN(toNumber(basisBps))) return formatBps(basisBps, {signed: true});
  return noBasis ? `– ${noBasis}` : "";
}

function basisHint({basisBps, markPrice, spotPrice, spotSymbol}: MatrixRow): {title: string | null} {
  if (Number.isNaN(toNumber(basisBps))) return {title: null};
  const digits = {spacing: toNumber(spotPrice) / 1e6};
  return {title: `mark ${formatPrice(markPrice, digits)}, ${spotSymbol} ${formatPrice(spotPrice, digits)}`};
}

// How often a venue pays, and its next payment: the earliest of its feeds; a tie goes to the shortest interval.
function paymentOf(venue: string, markets: readonly Market[], now: number): HTMLElement {
  const quotes = markets.flatMap(({quotes}) => quotes.get(venue) ?? []).filter(({isValid}) => isValid);
  const known = quotes.map(({row}) => toNumber(row.intervalHours)).filter((interval) => interval > 0);
  const intervals = [...new Set(known)].sort((a, b) => a - b);
  const keyOf = ({row}: Quote) => nextPayment(row, now) + toNumber(row.intervalHours) / 1e3;
  const first = quotes.filter((quote) => !Number.isNaN(keyOf(quote))).sort((a, b) => keyOf(a) - keyOf(b))[0];
  if (first === undefined) return html("small", {class: "fb-due"}, quotes.length === 0 ? "no current rate" : "–");
  return html(
    "small",
    {class: "fb-due"},
    `${intervals.map(formatHours).join(", ")}, next in `,
    countdown(first.row, now)
  );
}

interface Quote extends Owner {
  row: MatrixRow;
  rate: number;
  /** The rate on the basis on which venues are compared; NaN if it is missing. */
  compared: number;
  isValid: boolean;
}

/** The rates of one underlying by venue, and how far its valid rates are apart; NaN for fewer than two. */
export interface Market {
  underlying: string;
  quotes: Map<string, Quote>;
  apart: number;
}

/** Last rates by underlying on a basis; the underlying with the lowest feed id is the first. */
export function marketsOf(rows: readonly MatrixRow[], basis: Basis): Market[] {
  if (rows[0] !== undefined && !("isValid" in rows[0]))
    throw new Error('no column "isValid" in these rows: select it from funding_basis()');
  const owners = ownersOf(rows);
  const compared = comparedOn(basis);
  const quotes = rows.map((row): Quote => {
    const owner = owners.get(String(row.priceFeedId)) ?? {venue: "", underlying: ""};
    return {...owner, row, rate: rateOn(basis, row), compared: rateOn(compared, row), isValid: row.isValid !== false};
  });
  const byUnderlying = [...group(quotes, ({underlying}) => underlying)];
  const firstOf = (some: readonly Quote[]): number => min(some, ({row}) => Number(row.priceFeedId)) ?? NaN;
  byUnderlying.sort(([, a], [, b]) => firstOf(a) - firstOf(b));
  return byUnderlying.map(([underlying, some]) => {
    const valid = some
      .filter(({isValid, compared}) => isValid && !Number.isNaN(compared))
      .map(({compared}) => compared);
    const apart = valid.length > 1 ? Math.max(...valid) - Math.min(...valid) : NaN;
    return {underlying, quotes: new Map(some.map((quote) => [quote.venue, quote])), apart};
  });
}
