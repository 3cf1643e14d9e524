import {bisectLeft, tickStep as decimalStep, range} from "d3-array";
import {type ScaleContinuousNumeric, scaleLinear, scaleLog} from "d3-scale";
import {formatInstant, type Zone, zoneName} from "../format/zone.js";
import {textWidth} from "../ui/elements/dom.js";
import type {Level, Range, Shade, Span, TimeChartOptions} from "./model.js";
import {levelsOf} from "./notes.js";
import {anyShown, inside, onlyZero, type Track, valueExtent} from "./runs.js";
import {type TimeTick, timeTicks} from "./ticks.js";
import {type TimeScale, type TradingTime, timeScale, tradingTime} from "./trading-time.js";

/** A tick of the value axis. */
export interface ValueTick {
  value: number;
  label: string;
}

/** The last value of a chart's tagged series: its text, and whether it is above (1) or below (-1) the first one shown. */
interface Tag {
  value: number;
  text: string;
  way: number;
}

/** Everything needed to draw a chart at one size and zoom: a pure function of its inputs. */
export interface Frame {
  width: number;
  height: number;
  axis: number;
  /** Edges of the plotting area in px; it starts at the left edge of the picture. */
  right: number;
  top: number;
  bottom: number;
  x: TimeScale;
  y: ScaleContinuousNumeric<number, number>;
  range: Range;
  trading: TradingTime;
  timeTicks: TimeTick[];
  valueTicks: ValueTick[];
  tracks: Track[];
  shades: Shade[];
  levels: Level[];
  spans: readonly Span[];
  unit: string;
  zone: Zone;
  zero: boolean;
  pending: Range | null;
  tag: Tag | null;
  write: (value: number, step: number) => string;
  /** The text in place of data, in lines; empty if there is data. */
  notice: string;
}

/** What a frame shows, apart from the chart's options. */
export interface Picture {
  width: number;
  range: Range;
  tracks: Track[];
  /** Minimum width of the value axis in px, default 0. */
  axis?: number;
  trading?: TradingTime;
  isLast?: boolean;
  pending?: Range | null;
}

const top = 22;
const axisHeight = 34;
/** Room for dots at the very ends. */
const inset = 4;
const roomPerTick = 40;
const roomPerHint = 150;

/** Lays a chart out. The value axis is as wide as its widest label needs, and at least `axis`. */
export function frame(options: TimeChartOptions, picture: Picture): Frame {
  const {width, range, tracks, axis: least = 0, trading = tradingTime(), isLast = true, pending = null} = picture;
  const {height = 320, zone = "utc", formatValue = String, formatTick = String} = options;
  const bottom = height - axisHeight;
  const [low, high] = valueExtent(tracks, range, options) ?? [0, 1];
  const y = (options.log && low > 0 ? scaleLog : scaleLinear)([low, high], [bottom, top]);
  const empty = !anyShown(tracks, range);
  const all = empty ? [] : ticks(y, options);
  const valueTicks = onlyZero(tracks, range) ? all.filter(({value}) => value === 0) : all;
  const tag = isLast && !empty ? tagOf(tracks, range, formatValue) : null;
  // Linked charts share the x of their times, so their axes are equally wide: most labels fit in this width.
  const labels = [
    options.linked ? "000,000" : "0",
    zoneName(zone, range[1]),
    tag?.text ?? "",
    ...valueTicks.map(({label}) => label)
  ];
  const axis = Math.ceil(Math.max(...labels.map((label) => textWidth(label))) + 10);
  const right = Math.max(60, width - Math.max(axis, least));
  const x = timeScale(range, [inset, right - inset], trading);
  return {
    ...{width, height, axis, right, top, bottom, x, y, range, trading, tracks, valueTicks},
    timeTicks: Number.isNaN(range[0]) ? [] : timeTicks(x, zone),
    shades: (options.shades ?? []).filter(({kind}) => kind !== "closed" || trading.closed.length === 0),
    levels: empty ? [] : levelsOf(options),
    spans: Array.from(options.spans ?? []),
    ...{unit: options.unit ?? "", tag, pending, write: formatTick},
    zone,
    zero: low < 0 && high > 0,
    notice: empty ? noticeOf(tracks, range, {...options, hint: bottom - top < roomPerHint ? "" : options.hint}) : ""
  };
}

// The tag of the first series that has one; null without a value.
function tagOf(tracks: readonly Track[], range: Range, write: (value: number) => string): Tag | null {
  const tagged = tracks.find((track) => track.tagged);
  if (tagged === undefined) return null;
  const values = Array.prototype.slice.call(tagged.values, ...inside(tagged, range)) as number[];
  const shown = values.filter((value) => !Number.isNaN(value));
  const [first, value] = [shown[0], shown.at(-1)];
  if (first === undefined || value === undefined) return null;
  return {value, text: write(value), way: Math.sign(value - first)};
}

function noticeOf(tracks: Track[], [from]: Range, options: TimeChartOptions): string {
  const {series, empty, hint, formatValue = String, zone = "utc"} = options;
  if (tracks.length === 0 && series.length > 0) return "all series are switched off";
  if (empty !== undefined) return empty;
  const [track] = tracks;
  const index = track === undefined ? -1 : bisectLeft(track.times, from) - 1;
  const [time, value] = [track?.times[index] ?? NaN, track?.values[index] ?? NaN];
  const last = Number.isNaN(value) ? [] : [`last value: ${formatValue(value)}`, formatInstant(time, zone)];
  return ["no values in this range", ...last, hint].filter(Boolean).join("\n");
}

function ticks(
  y: Frame["y"],
  {formatTick = String, tickStep = decimalStep, log = false}: TimeChartOptions
): ValueTick[] {
  const [bottom = 0, upper = 0] = y.range();
  const [low = 0, high = 0] = y.domain();
  const count = Math.max(2, Math.floor((bottom - upper) / roomPerTick));
  const step = tickStep(low, high, count);
  // Less than a decade may not contain a power of ten.
  const places =
    log && low > 0 && high > 10 * low
      ? decades([low, high], count)
      : multiples(step, Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9));
  return places.map(({value, step}) => ({value, label: formatTick(value, step)}));
}

/** A place of a tick, and its distance to the next. */
export interface Place {
  value: number;
  step: number;
}

/** The multiples of a step, from the first to the last factor. */
export function multiples(step: number, first: number, last: number): Place[] {
  // Whole numbers of 16 digits are exact; 3 * 0.1 is not quite 0.3.
  const exact = (value: number): number => (Number.isInteger(step) ? value : Number(value.toPrecision(15)));
  return range(first, last + 1).map((factor) => ({value: exact(factor * step), step}));
}

/** About `count` ticks of a logarithmic axis: powers of ten, and if there is room also twice and five times these. */
export function decades([low, high]: readonly [number, number], count: number): Place[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const round = (...leading: number[]): Place[] =>
    range(first, last + 1)
      .flatMap((exponent) => leading.map((one) => ({value: Number(`${one}e${exponent}`), step: 10 ** exponent})))
      .filter(({value}) => value >= low && value <= high);
  const most = 1.5 * count;
  const [fine, powers] = [round(1, 2, 5), round(1)];
  const few = powers.filter((_, index) => index % Math.ceil(powers.length / most) === 0);
  return fine.length > most ? few : fine;
}
