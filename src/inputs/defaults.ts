import {type Instant, toMs} from "../format/format.js";
import {stepOf} from "../format/resolution.js";
import type {Basis} from "../views/funding/basis.js";

/** Ranges to pick from, in hours; `all` is everything in the store. */
export const ranges: Readonly<Record<string, number>> = {"1h": 1, "6h": 6, "24h": 24, "7d": 168, all: Infinity};

// The first values of inputs of own pages. The build runs this too, without a document, to answer the queries that take them.

/** A feed that can be picked. */
interface Pickable {
  priceFeedId: number;
}

/** The time between the first and the last update, as `FROM meta` has it: its row, or the rows. */
export interface TimeRow {
  firstPublishedAt: Instant | null;
  lastPublishedAt: Instant | null;
}

/** A time that was picked: bind both as parameters. `range` is null where it was zoomed to, or typed. */
export interface Time {
  from: Date;
  until: Date;
  range: string | null;
}

/** Pixels in which charts may draw time in the page's column, from the widest one on: what `stepInput` depends on. */
export const widths: readonly number[] = Array.from({length: 200}, (_, i) => 2150 - 10 * i);

/** What each input has at first, by its arguments; `points` of a step default to the pixels that there are. */
export const defaults = {
  feedInput(feeds: readonly Pickable[], {value = feeds[0]?.priceFeedId}: {value?: number | null} = {}): number | null {
    return known(feeds, [value ?? NaN])[0] ?? null;
  },
  feedsInput(
    feeds: readonly Pickable[],
    {value = feeds.slice(0, 2).map(({priceFeedId}) => priceFeedId)}: {value?: readonly number[]} = {}
  ): number[] {
    return known(feeds, value);
  },
  timeInput: (meta: TimeRow | readonly TimeRow[], {value = "24h"}: {value?: string} = {}): Time => timeOf(meta, value),
  stepInput({from, until}: Pick<Time, "from" | "until">, {points}: {points: number}): number {
    if (!(from instanceof Date && until instanceof Date))
      throw new TypeError("no time to pick a step for: a view's value is there in other js blocks than its own");
    return stepOf(from.toISOString(), until.toISOString(), points);
  },
  zoneInput: (): string => "UTC",
  basisInput: ({value = "apr"}: {value?: Basis} = {}): Basis => value,
  choice(
    _label: string,
    values: readonly (string | number)[],
    {value = values[0]}: {value?: string | number} = {}
  ): string | number | null {
    return values.find((each) => each === value) ?? values[0] ?? null;
  }
};

/**
 * What an input of that name has at first, where charts are that wide; undefined for any other name.
 * @throws as the input does
 */
export function defaultOf(name: string, args: readonly unknown[], width: number): unknown {
  if (!Object.hasOwn(defaults, name)) return undefined;
  const kind = name as keyof typeof defaults;
  const [time, options] = args;
  return Reflect.apply(
    defaults[kind],
    null,
    kind === "stepInput" ? [time, {points: width, ...(options as object)}] : args
  );
}

/** A zoom in the URL as ISO 8601 text; null if unreadable. */
export function readZoom(text: string | undefined): [string, string] | null {
  const [from = NaN, until = NaN] = text?.split("..").map(toMs) ?? [];
  return from < until ? [new Date(from).toISOString(), new Date(until).toISOString()] : null;
}

/** A zoom in epoch milliseconds for the URL: `2026-05-12T14:00:00Z..2026-05-12T15:30:00Z`. */
export function writeZoom(range: readonly [number, number] | null): string | null {
  return range?.map((ms) => new Date(ms).toISOString().replace(".000Z", "Z")).join("..") ?? null;
}

/** The ids of those feeds that exist, each once. */
export function known(feeds: readonly Pickable[], ids: readonly number[]): number[] {
  const all = new Set(feeds.map(({priceFeedId}) => priceFeedId));
  return [...new Set(ids)].filter((id) => all.has(id));
}

/** The time of a range, one of `ranges`, which ends with the last update. @throws TypeError without a time, or for another range */
export function timeOf(meta: TimeRow | readonly TimeRow[], range: string): Time {
  const [row] = Array.isArray(meta) ? (meta as readonly TimeRow[]) : [meta as TimeRow];
  const [first, last] = [toMs(row?.firstPublishedAt), toMs(row?.lastPublishedAt)];
  if (!(first <= last))
    throw new TypeError("no time to pick from: give firstPublishedAt and lastPublishedAt, as FROM meta has them");
  if (!Object.hasOwn(ranges, range))
    throw new TypeError(`invalid range: ${range}: use ${Object.keys(ranges).join(", ")}`);
  const start = Math.max(first, last - (ranges[range] ?? Infinity) * 3_600_000);
  return {from: new Date(start), until: new Date(last + 1), range}; // a Date has no µs: the last update is within
}
