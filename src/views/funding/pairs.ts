import {formatHours, formatPercent, type Quantity, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {toneOf} from "../../ui/elements/stats.js";
import {type Column, number} from "../../ui/tables/columns.js";
import {listTable, type SortState} from "../../ui/tables/table.js";
import {nameOf, ownersOf} from "./lines.js";

/** A pair of feeds as `funding_pairs` has it; rates are fractions per year. */
export interface PairRow {
  longFeed: number | bigint;
  longSymbol: string | null;
  shortFeed: number | bigint;
  shortSymbol: string | null;
  underlying: string | null;
  apr?: Quantity;
  netApr?: Quantity;
  apr1d?: Quantity;
  apr3d?: Quantity;
  apr7d?: Quantity;
  heldHours?: Quantity;
  heldAll?: boolean | null;
}

interface PairsOptions extends SortState {
  /** Costs of entry and exit in bps of the position, and the days over which they are spread. */
  costs: number;
  hold: number;
}

/** Pairs of venues, long where the rate is low and short where it is high, with their yield a year before and after costs. */
export function fundingPairs(rows: Iterable<PairRow>, {costs, hold, sorted}: PairsOptions): HTMLElement {
  const pairs = [...rows];
  const several = new Set(pairs.map(({underlying}) => underlying)).size > 1;
  const yearly = (costs / 10_000) * (365 / hold);
  const spread = `${costs} bps over ${days(hold)}`;
  const table = listTable(pairs, {
    ...{label: "Pairs of venues", ...(sorted && {sorted})},
    columns: [pairColumn(pairs, several), ...rateColumns(spread), heldColumn],
    empty: "no pair: only one venue has rates of this underlying, or they are too old"
  });
  const note = `Long where funding is low, short where it is high: APR. Costs of ${spread} are ${formatPercent(yearly)} a year.`;
  return html("div", {class: "fb-pairs"}, html("div", {class: "fb-tools"}), html("p", {}, note), table);
}

function pairColumn(pairs: readonly PairRow[], several: boolean): Column<PairRow> {
  const owners = ownersOf(
    pairs.flatMap(({longFeed, longSymbol, shortFeed, shortSymbol}) => [
      {priceFeedId: longFeed, symbol: longSymbol},
      {priceFeedId: shortFeed, symbol: shortSymbol}
    ])
  );
  const venue = (feed: number | bigint): string => {
    const owner = owners.get(String(feed)) ?? {venue: "", underlying: ""};
    return owner.venue || nameOf(owner);
  };
  const textOf = ({longFeed, shortFeed, underlying}: PairRow): string =>
    `${several ? `${underlying}: ` : ""}${venue(longFeed)} → ${venue(shortFeed)}`;
  return {name: "pair", label: "Long → short", key: textOf, cell: textOf};
}

function rateColumns(spread: string): Column<PairRow>[] {
  const of = (name: keyof PairRow & string, label: string, hint: string): Column<PairRow> =>
    number<PairRow>(name, label, {hint, format: signed});
  const mean = (days: string) => `Mean difference of the last ${days}; a dash unless half of that time is known`;
  return [
    of("apr", "Gross", "Difference of the last rates"),
    of("netApr", "Net", `Difference of the last rates less ${spread}`),
    of("apr1d", "Mean 1 d", mean("day")),
    of("apr3d", "Mean 3 d", mean("3 days")),
    of("apr7d", "Mean 7 d", mean("7 days"))
  ];
}

const heldColumn: Column<PairRow> = {
  ...{name: "held", label: "Held", numeric: true, key: ({heldHours}) => toNumber(heldHours)},
  hint: "For how long the hourly difference has been above zero, at most 7 days",
  cell({heldHours, heldAll}) {
    const hours = toNumber(heldHours);
    if (hours < 1) return "under 1 h";
    return `${heldAll ? "≥ " : ""}${formatHours(Math.floor(hours))}`;
  }
};

function signed(rate: number): HTMLElement {
  return html("span", {"data-tone": toneOf(rate)}, formatPercent(rate, {signed: true}));
}

function days(count: number): string {
  return count === 1 ? "a day" : `${count} days`;
}
