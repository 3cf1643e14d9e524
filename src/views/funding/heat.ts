import {type HeatOptions, heatChart, stepsOf, ticksOf} from "../../charts/heat/heat-chart.js";
import {type HeatScale, heatScale, type Tint, within, zeroTints} from "../../charts/heat/tints.js";
import {formatCount, formatPercent, type Instant, toMs} from "../../format/format.js";
import {formatSpan} from "../../format/zone.js";
import {payerOf} from "../../ui/elements/stats.js";
import {color} from "../../ui/elements/theme.js";
import {type Basis, type FundingRate, formatOn, phrases, rateOn} from "./basis.js";
import {linesOf, nameOf} from "./lines.js";

/** The mean funding rate of a feed in a time step, and its interval then. */
export interface MeanRate extends FundingRate {
  startedAt: Instant;
  /** Length of the step. */
  stepSeconds: number;
}

interface FundingHeatOptions extends HeatOptions {
  basis: Basis;
}

const noRate: Tint & {text: string} = {fill: color.ink3, opacity: 0.2, text: "no rate"};

/**
 * Funding rates as a heat map: a row per feed by underlying and venue, a column per time step. A note below names the limit
 * of its colours.
 */
export function fundingHeat(rows: Iterable<MeanRate>, {basis, ...options}: FundingHeatOptions): HTMLElement {
  const all = [...rows];
  const stepMs = 1000 * (all[0]?.stepSeconds ?? 0);
  const times = stepsOf(
    all.map(({startedAt}) => toMs(startedAt)),
    stepMs
  );
  const lines = linesOf(all).map((line) => ({...line, name: nameOf(line), rates: ratesAt(times, line.rows, basis)}));
  const known = lines.flatMap(({rates}) => rates).filter((rate) => !Number.isNaN(rate));
  const write = (rate: number): string => formatOn(basis, rate);
  const scale = heatScale(known);
  const tints = zeroTints(known, write);
  const cellOf = (rate: number): Tint & {text: string} =>
    Number.isNaN(rate) ? noRate : {...tints.of(rate), text: `${write(rate)} ${phrases[basis]}, ${payerOf(rate)}`};
  const spanAt = (column: number): string => formatSpan(times[column] ?? NaN, (times[column] ?? NaN) + stepMs);
  const strongest = [-scale.limit, scale.limit].map((rate) => {
    const sign = scale.beyond === 0 ? "" : rate < 0 ? "≤ " : "≥ ";
    return {...tints.of(rate), text: `${sign}${write(rate)}: ${payerOf(rate)}`};
  });
  const note = noteOf(scale, (limit) => formatOn(basis, limit, {signed: false}));
  return heatChart({
    ...{title: `Mean funding ${phrases[basis]}`, rowHeight: 20, note, empty: "no rates in this range"},
    summary: `${lines.length} feeds, ${times.length} steps of time. ${note}`,
    rows: known.length === 0 ? [] : lines.map(({venue}) => venue),
    groups: lines.map(({underlying}) => underlying),
    ...{columns: times.length, columnName: spanAt, none: noRate.text, ticks: ticksOf(times, stepMs)},
    cells: lines.flatMap(({name, rates}, row) =>
      rates.map((rate, column) => {
        const {text, ...tint} = cellOf(rate);
        return {...tint, row, column, title: `${name}, ${spanAt(column)}: ${text}`};
      })
    ),
    key: [...(scale.limit > 0 ? strongest : []), noRate],
    period: [times[0] ?? null, times.at(-1) ?? null],
    header: ["feed", ...times.map((time) => new Date(time).toISOString())],
    data: lines.map(({name, rates}) => [name, ...rates]),
    ...options
  });
}

function ratesAt(times: readonly number[], steps: readonly MeanRate[], basis: Basis): number[] {
  const byTime = new Map(steps.map((step) => [toMs(step.startedAt), rateOn(basis, step)]));
  return times.map((time) => byTime.get(time) ?? NaN);
}

function noteOf({limit, beyond, count}: HeatScale, write: (rate: number) => string): string {
  if (beyond === 0) return `The colours end at ±${write(limit)}, the largest value.`;
  const share = formatPercent(within, {decimals: 0});
  const cells = `${formatCount(beyond)} of ${formatCount(count)} cells`;
  return `The colours end at ±${write(limit)}, the ${share} quantile: ${cells} are beyond.`;
}
