import {toMs} from "./instant.js";
import type {Feed, Opening, OpeningPick} from "./opening.js";
import {type Resolution, resolutionOf, secondsOf} from "./pyramid.js";
import type {State} from "./state.js";

/** What the reader picked: parameters for the page's queries and options for its charts. Times are ISO 8601 text. */
export interface Picked {
  /** Ids of the feeds picked, at least one, and the first of them; null while there is none to pick. */
  feeds: number[] | null;
  feed: number | null;
  symbol: string;
  exponent: number | null;
  /** A key of `ranges`; each ends with the store's last update, not with the reader's clock. */
  range: string;
  /** The time to query: the range, or the part of it zoomed to. */
  from: string | null;
  until: string | null;
  /** Seconds per point, so that a series has at most about 1 500 of them: on a phone, four per pixel. */
  step: number;
  /** What the time is drawn from: every update, or bars. */
  resolution: Resolution;
  /** Whether the reader picked the step. */
  steady: boolean;
  /** The whole range, and the zoom if there is one, for the charts. */
  domain?: [string, string] | undefined;
  zoom: [string, string] | null;
  /** What the URL says and this page cannot show. */
  dropped: Dropped[];
  /** What saved pictures say of the data. */
  source: string;
}

/** A part of the URL that cannot be shown, such as the `range` `9y`; of `feeds` each that is not there, as `feed`. */
export interface Dropped {
  name: "feed" | "range" | "zoom" | "step";
  value: string;
}

/** Ranges to pick from, in hours; `all` is everything in the store. */
export const ranges: Readonly<Record<string, number>> = {"1h": 1, "6h": 6, "24h": 24, "7d": 168, all: Infinity};

/** Seconds per point to choose from: what clocks are divided into. */
export const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 10_800, 21_600, 43_200, 86_400]
];

/**
 * Reads the pick from the URL's `feed` or `feeds`, `range`, `zoom` and `step`; what these leave open is the page's
 * opening, to the letter, so that its queries are the ones that the build answered.
 */
export function readPick({feeds, meta, parts, pick}: Opening, state: State): Picked {
  const {firstPublishedAt: first, lastPublishedAt: last} = meta;
  const named = (state.feeds ?? state.feed ?? "").split(",").filter(Boolean);
  const chosen = find(feeds, named) ?? find(feeds, pick.feeds ?? [pick.feed ?? NaN]) ?? feeds.slice(0, 1);
  const [main] = chosen;
  if (main === undefined || first === null || last === null || pick.from === null) return nothing(pick);
  const own = state.range !== undefined && Object.hasOwn(ranges, state.range) ? state.range : null;
  const range = own ?? pick.range;
  const start = range === pick.range ? pick.from : startOf(range, first, last);
  const zoom = readZoom(state.zoom);
  const [from, until] = zoom ?? [start, last];
  const auto = zoom === null && range === pick.range ? pick.step : stepOf(from, until, pick.points);
  const resolution = parts === undefined ? "raw" : resolutionOf([from, until], {parts, feeds: meta.feeds});
  const step = readStep(state.step, from, until);
  return {
    feeds: chosen.map(({priceFeedId}) => priceFeedId),
    feed: main.priceFeedId,
    symbol: labelOf(main),
    exponent: main.exponent ?? null,
    range,
    from,
    until,
    step: step ?? Math.max(auto, secondsOf(resolution)),
    resolution,
    steady: step !== null,
    domain: [start, last],
    zoom,
    dropped: [
      ...named.filter((id) => find(feeds, [id]) === null).map((value) => ({name: "feed", value}) as const),
      ...droppedOf(state, {range: own, zoom, step})
    ],
    source: meta.simulated === true ? "Simulated data of Feedbook's sandbox" : "Feedbook"
  };
}

/** Seconds per point that give a span at most so many points: one of `steps`, whole days, or every update of minutes. */
export function stepOf(from: string, until: string, points = 1440): number {
  const seconds = spanOf(from, until);
  if (seconds <= 300) return 0.2;
  return steps.find((step) => step >= seconds / points) ?? 86_400 * Math.ceil(seconds / points / 86_400);
}

/** A zoom in epoch milliseconds as the URL has it: `2026-05-12T14:00:00Z..2026-05-12T15:30:00Z`. */
export function writeZoom(range: readonly [number, number] | null): string | null {
  return range?.map((ms) => new Date(ms).toISOString().replace(".000Z", "Z")).join("..") ?? null;
}

/** How a feed is called: its symbol, or `feed 123` where no catalogue names it. */
export function labelOf({symbol, priceFeedId}: Omit<Feed, "group">): string {
  return symbol ?? `feed ${priceFeedId}`;
}

function droppedOf(state: State, read: Record<"range" | "zoom" | "step", unknown>): Dropped[] {
  return (["range", "zoom", "step"] as const).flatMap((name) => {
    const value = state[name];
    return value !== undefined && read[name] === null ? [{name, value}] : [];
  });
}

function nothing({feed = null, feeds = null, resolution = "raw", range, from, until, step}: OpeningPick): Picked {
  const none = {
    resolution,
    symbol: "",
    exponent: null,
    steady: false,
    zoom: null,
    dropped: [],
    source: ""
  };
  return {feeds, feed, range, from, until, step, ...none};
}

function find(feeds: readonly Feed[], ids: readonly (number | string)[]): Feed[] | null {
  const found = [...new Set(ids.map(Number))].flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  return found.length > 0 ? found : null;
}

function startOf(range: string, first: string, last: string): string {
  const start = toMs(last) - (ranges[range] ?? Infinity) * 3_600_000;
  return start > toMs(first) ? new Date(start).toISOString() : first;
}

function readZoom(text: string | undefined): [string, string] | null {
  const [from = NaN, until = NaN] = text?.split("..").map(toMs) ?? [];
  return from < until ? [new Date(from).toISOString(), new Date(until).toISOString()] : null;
}

function readStep(text: string | undefined, from: string, until: string): number | null {
  const step = Number(text);
  const span = spanOf(from, until);
  return step >= 0.001 && step <= Math.max(span, 86_400) && span / step <= 1500 ? step : null;
}

function spanOf(from: string, until: string): number {
  return (toMs(until) - toMs(from)) / 1000;
}
