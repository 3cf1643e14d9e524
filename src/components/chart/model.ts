import type {Instant} from "../../lib/format.js";
import type {Zone} from "../../lib/zone.js";

/** A time range in epoch milliseconds. */
export type Range = readonly [number, number];

/**
 * One line, step line (each value holds until the next), set of dots, band (from `values` to `upper`), or row of candles
 * (from `open` to `values`, with wicks from `lower` to `upper`; each as wide as `stepMs`) of a time chart.
 */
export interface Series {
  /** Unique in its chart. */
  key: string;
  /** Names of its columns in saved tables, with their unit: of `values`, `upper`, `lower` and `open`; null leaves one out. */
  columns: readonly [string | null, string?, string?, string?];
  label: string;
  shape: "line" | "step" | "dots" | "band" | "candles";
  /** Any CSS colour, usually one of theme.ts. */
  color: string;
  /** Epoch milliseconds, ascending. */
  times: ArrayLike<number>;
  /** One per time; NaN is a gap. */
  values: ArrayLike<number>;
  /** What a saved table has in place of `values`. */
  saved?: ArrayLike<number>;
  /** The upper edge of a band, the highest values of candles. */
  upper?: ArrayLike<number>;
  /** The lowest and the first values of candles; their last are `values`. */
  lower?: ArrayLike<number>;
  open?: ArrayLike<number>;
  /** As {@link ChartOptions.stepMs}, of this series. */
  stepMs?: number;
  /** Of a band: its edges hold until the next, as the values of a step line do. */
  stepped?: boolean;
  /** SVG dash pattern, such as `4 3`. */
  dash?: string;
  /** The sign of dots, default a disc. */
  sign?: "disc" | "ring" | "cross";
  /** Stroke width in px, default 1.5; for dots their radius, default 3. */
  size?: number;
  /** Opacity of a band's fill, default 0.18. */
  opacity?: number;
  /** Off until its legend entry is pressed. */
  hidden?: boolean;
  /** Text of the point at an index in readouts (for a band: of both edges); default the chart's `formatValue`. */
  format?: (value: number, upper: number, index: number) => string;
}

/** A stretch of time with a tinted background: the market was closed, or open outside regular hours. */
export interface Shade {
  from: number;
  to: number;
  label: string;
  kind: "closed" | "extended";
}

/** The market session of an update. */
export interface SessionRow {
  publishedAt: Instant;
  marketSession?: string | null;
}

/** A step of the strip that shows the whole range. */
export interface OverviewRow {
  publishedAt: Instant;
  low: number | null;
  high: number | null;
}

/** What a strip draws of the whole range: from the lowest to the highest value at each time; times ascend. */
export interface Outline {
  times: ArrayLike<number>;
  low: ArrayLike<number>;
  high: ArrayLike<number>;
  /** Width in ms of the steps that its points were chosen from, as of a series. */
  stepMs?: number | undefined;
}

/** Options that every time chart takes. */
export interface ChartOptions {
  /** Visible heading and accessible name. */
  title?: string;
  /** Fixed width in px; by default the chart fills its container. */
  width?: number;
  /** Height of the plot in px, time axis included. */
  height?: number;
  /** Outermost time range; by default the extent of the rows. */
  domain?: readonly [Instant, Instant] | null;
  /** Width in ms of the steps of time that points were chosen from: what is unequal within one is no gap. */
  stepMs?: number;
  /** Zoomed time range to start with. */
  range?: readonly [Instant, Instant] | null;
  /** Message of every zoom by the user, once a gesture has ended; null is a reset. */
  onZoom?: (range: Range | null) => void;
  /** Keys of the series that are off at first; by default those that say so themselves. */
  hidden?: readonly string[] | null;
  /** Message of every toggle by the user: keys of the series that are off now, and of all that the chart has. */
  onToggle?: (hidden: string[], all: string[]) => void;
  /** Time zone of axis and readouts, default UTC; saved tables are always in UTC. */
  zone?: Zone;
  /**
   * Whether the time axis skips closed hours: the stretches whose shade says so take no width, and nothing in them is drawn.
   * Saved tables have them.
   */
  skipClosed?: boolean;
  /** Rows that tell the market's sessions, by default those that are drawn; charts that share their zoom share them too. */
  sessions?: Iterable<SessionRow>;
  /** Whether the charts of the page that say so share cursor and zoom. */
  linked?: boolean;
  /** A strip below with the whole range and a brush: its rows, or (empty) the first series. Without it there is no strip. */
  overview?: Iterable<OverviewRow> | null;
  /** Source note on saved pictures. */
  source?: string;
  /** Text when nothing can be drawn, default `no values in this range`, and when the last was before, if there is one. */
  empty?: string;
  /** What a reader can do about a range without values, in lines: shown below that text where there is room. */
  hint?: string | undefined;
}

/** Options of {@link timeChart}. */
export interface TimeChartOptions extends ChartOptions {
  title: string;
  series: Series[];
  shades?: Shade[];
  /** Text of a value in readouts. */
  formatValue?: (value: number) => string;
  /** Text of an axis label, given the distance between two ticks. */
  formatTick?: (value: number, step: number) => string;
  /**
   * Whether the next chart of this title (of linked charts: whatever its title) starts with the zoom that the reader left, and
   * with the same series switched off; for pages that do not keep these themselves.
   */
  keepsView?: boolean;
  /** Whether equal ratios are equally far apart on the value axis, as long as all that shows is above zero. */
  log?: boolean;
  /** Whether the value axis always shows zero. */
  zero?: boolean;
  /** Unit of the value axis, shown above it. */
  unit?: string;
}

/** A time range moved by ms, no further than the whole. */
export function moved([from, to]: Range, by: number, full: Range): Range {
  const inside = Math.round(Math.max(full[0] - from, Math.min(full[1] - to, by)));
  return [from + inside, to + inside];
}

/** What the whole has of a time range, scaled around a time, which stays in its place, and cut to the whole. */
export function scaled([from, to]: Range, factor: number, around: number, full: Range): Range {
  const clamp = (time: number): number => Math.max(full[0], Math.min(full[1], time));
  const scale = (time: number): number => clamp(Math.round(clamp(around) + (clamp(time) - clamp(around)) * factor));
  return [scale(from), scale(to)];
}

/** The time range in which two times lie where others were: `from` of each is taken to its `to`. */
export function pinched(range: Range, from: Range, to: Range, full: Range): Range {
  const [near, far] = [to[0], to[1]];
  const factor = Math.abs((from[1] - from[0]) / (far - near));
  if (!Number.isFinite(factor) || factor === 0) return range;
  const place = (time: number): number => Math.round(from[0] + (time - near) * factor);
  const [start, end] = [place(range[0]), place(range[1])];
  if (end - start >= full[1] - full[0]) return full;
  return moved([start, end], 0, full);
}
