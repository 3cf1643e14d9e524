import {tickStep} from "d3-array";
import {binChart, type Distribution} from "../bins.js";
import {axisLabel, chartWriter, writerOf} from "./formats.js";
import {noRows, noValues, type PictureOptions, pictureOptions} from "./picture.js";
import {roundAxis} from "./round.js";
import {numbersOf, type Rows, readSource} from "./source.js";

/** Options of {@link histogram}. A column that the rows lack is an error. */
export interface HistogramOptions extends PictureOptions {
  /** Column of values; default: the first of numbers that is not an id. */
  x?: string;
  /** Column of weights, such as the seconds that a value was valid; default: equal weights. */
  weight?: string;
  /** Approximate number of bins, default 40; bins begin at round numbers. */
  bins?: number;
  /** First and last value shown; default: twice the width of the middle 90 % on either side of it. */
  domain?: readonly [number, number];
  /** Quantiles that are marked, from 0 to 1; default: `[0.5, 0.95]`. */
  quantiles?: readonly number[];
  /** Text below the axis; default: the column, with the unit of its format. */
  label?: string;
  /** What shares are of; default: `rows`, or the column of weights. */
  of?: string;
}

const known = ["x", "weight", "bins", "domain", "quantiles", "label", "of", ...pictureOptions];

/** The distribution of values, with marked quantiles. @throws for a wrong option or column */
export function histogram(rows: Rows, options: HistogramOptions = {}): HTMLElement {
  const source = readSource("histogram", rows, options, known);
  const {title, height, width, domain, bins: count = 40, quantiles = [0.5, 0.95], empty} = options;
  if (source.rows.length === 0) return noRows(title ?? "Histogram", empty);
  const weight = source.column(options.weight);
  const x = source.column(options.x) ?? source.first("number", "x", [weight]);
  const weights = weight === undefined ? null : numbersOf(source, weight);
  const values = numbersOf(source, x)
    .map((value, i) => ({value, weight: weights?.[i] ?? 1}))
    .filter(({value, weight}) => !Number.isNaN(value) && weight > 0)
    .sort((a, b) => a.value - b.value);
  const {unit, step = tickStep} = writerOf("histogram", options.format, x);
  const found = distributionOf(values, {...(domain && {domain}), count, step});
  const edges = found.bins.flatMap(({from, to}) => [from, to]);
  const writer = chartWriter("histogram", options.format, x, {values: edges, few: true});
  return binChart({
    ...found,
    ...{title: title ?? x, height, width, source: options.source, write: writer.value},
    axisOf: (ends, wanted) => roundAxis(writer, ends, wanted),
    empty: values.length === 0 ? (empty ?? noValues) : null,
    axis: options.label ?? axisLabel(x, unit),
    whole: options.of ?? weight ?? "rows",
    marks: quantiles.map((share) => ({...nameOf(share), value: quantile(values, share)})),
    header: [`${x}From`, `${x}To`, "share"]
  });
}

interface Weighed {
  value: number;
  weight: number;
}

function nameOf(share: number): {name: string; words: string} {
  if (share === 0.5) return {name: "median", words: "Median"};
  const percent = Number((100 * share).toPrecision(6));
  return {name: `p${percent}`, words: `${percent}${suffixes[ordinals.select(percent)] ?? "th"} percentile`};
}

const ordinals = new Intl.PluralRules("en", {type: "ordinal"});
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = {one: "st", two: "nd", few: "rd"};

/** The quantile of ascending values: the least value with at least this share of the weight at or below it. */
function quantile(values: readonly Weighed[], share: number): number {
  const sought = share * sumOf(values);
  let passed = 0;
  for (const {value, weight} of values) {
    passed += weight;
    if (passed >= sought) return value;
  }
  return values.at(-1)?.value ?? NaN;
}

function sumOf(values: readonly Weighed[]): number {
  return values.reduce((sum, {weight}) => sum + weight, 0);
}

type Binning = Pick<HistogramOptions, "domain"> & {count: number; step: typeof tickStep};

function distributionOf(values: readonly Weighed[], {domain, count, step: stepOf}: Binning): Distribution {
  const total = sumOf(values);
  const [low, high] = domain ?? usual(values);
  const step = stepOf(low, high, count) || Math.abs(low) / 100 || 1;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first, Math.ceil(high / step - 1e-9) - 1);
  const weights = new Map<number, number>();
  let [below, above] = [0, 0];
  for (const {value, weight} of values) {
    const place = Math.min(Math.floor(value / step + 1e-9), value <= high ? last : Infinity);
    if (place < first) below += weight;
    else if (place > last) above += weight;
    else weights.set(place, (weights.get(place) ?? 0) + weight);
  }
  const edge = (place: number): number => Number((place * step).toPrecision(15)); // 3 * 0.1 is not quite 0.3
  const bins = [...weights].sort(([a], [b]) => a - b);
  return {
    bins: bins.map(([place, weight]) => ({from: edge(place), to: edge(place + 1), share: weight / total})),
    below: below / total,
    above: above / total
  };
}

// Outliers would leave no room for the other values.
function usual(values: readonly Weighed[]): [number, number] {
  const [least, most] = [values[0]?.value ?? 0, values.at(-1)?.value ?? 1];
  const [low, high] = [quantile(values, 0.05), quantile(values, 0.95)];
  if (!(high > low)) return [least, most];
  return [Math.max(least, low - 2 * (high - low)), Math.min(most, high + 2 * (high - low))];
}
