import {toMs} from "../../lib/format.js";
import type {Feed, Opening, OpeningPick} from "../../lib/opening.js";
import {type Resolution, readStep, resolutionOf, secondsOf, stepOf} from "../../lib/resolution.js";
import type {State} from "../../lib/state.js";
import {readZone, type Zone} from "../../lib/zone.js";
import {feedLabel} from "../parts/names.js";

/** Ranges to pick from, in hours; `all` is everything in the store. */
export const ranges: Readonly<Record<string, number>> = {"1h": 1, "6h": 6, "24h": 24, "7d": 168, all: Infinity};

/** Pixels in which charts draw time where nobody can measure: of a window of 1 100 px. */
export const usualWidth = 960;

const most = 7; // feeds to compare with
const candles = 90; // fit next to each other

/**
 * Reads the pick from the URL's `feed` or `feeds`, `range`, `zoom` and `step`; what these leave open is the page's
 * opening, to the letter, so that its queries are the ones that the build answered; so it is for a feed that is
 * `answered`. `width`: px in which charts draw time; the lines of several feeds share them.
 */
export function readPick({feeds, meta, parts, pick, answered}: Opening, state: State, width = usualWidth): Picked {
  const {firstPublishedAt: first, lastPublishedAt: last} = meta;
  const named = idsOf(state.feeds ?? state.feed);
  const chosen = find(feeds, named) ?? find(feeds, pick.feeds ?? [pick.feed ?? NaN]) ?? feeds.slice(0, 1);
  const [main] = chosen;
  if (main === undefined || first === null || last === null || pick.from === null) return nothing(pick);
  const own = state.range !== undefined && Object.hasOwn(ranges, state.range) ? state.range : null;
  const range = own ?? pick.range;
  const start = range === pick.range ? pick.from : startOf(range, first, last);
  const zoom = readZoom(state.zoom);
  const [from, until] = zoom ?? [start, last];
  const pixels = Math.floor(width / (pick.feeds ? chosen.length : 1));
  const ids = chosen.map(({priceFeedId}) => priceFeedId);
  const points = state.draw === "candles" && pick.draw !== undefined ? candles : (pick.points ?? Infinity);
  const isOpening = points !== candles && zoom === null && range === pick.range;
  const auto = (isOpening ? builtStep(pick, ids, answered) : null) ?? stepOf(from, until, Math.min(pixels, points));
  const levels = pick.levels ?? "prices";
  const held = {
    of: levels,
    feeds: Math.min(levels === "prices" ? meta.feeds : feeds.length, pick.feedsAtOnce ?? Infinity)
  };
  const hasLevels = parts !== undefined && pick.resolution !== undefined;
  const levelOf = (span: [string, string]): Resolution => (hasLevels ? resolutionOf(span, {...held, parts}) : "raw");
  const resolution = levelOf([from, until]);
  const finest = Math.max(secondsOf(resolution), Math.min(auto, stepOf(from, until, pixels)));
  const step = readStep(state.step, from, until);
  const others = pick.compared === undefined ? [] : idsOf(state.with);
  const compared = (find(feeds, others) ?? []).filter((feed) => feed !== main).slice(0, most);
  return {
    feeds: ids,
    feed: main.priceFeedId,
    ...(pick.compared && {
      compared: compared.length === 0 ? [] : [main, ...compared].map(({priceFeedId}) => priceFeedId)
    }),
    symbol: feedLabel(main),
    exponent: main.exponent ?? null,
    range,
    from,
    until,
    step: step === null ? Math.max(auto, secondsOf(resolution)) : Math.max(step, finest),
    finest,
    resolution,
    pinned: step !== null,
    domain: [start, last],
    first: start,
    last,
    whole: levelOf([start, last]),
    zoom,
    tz: readZone(state.tz),
    dropped: [
      ...named.filter((id) => find(feeds, [id]) === null).map((value) => ({name: "feed", value}) as const),
      ...others
        .filter((id) => !compared.some(({priceFeedId}) => priceFeedId === Number(id)))
        .map((value) => ({name: "with", value}) as const),
      ...droppedOf(state, {range: own, zoom, step})
    ],
    source: meta.simulated === true ? "Simulated data of Feedbook's sandbox" : "Feedbook"
  };
}

// Seconds per step of the views that the build answered: the one that the page opens with, and that of the feed in its
// address.
function builtStep(
  {feed, feeds, step, singleStep}: OpeningPick,
  ids: readonly number[],
  answered: number | undefined
): number | null {
  if (ids.join() === (feeds ?? [feed]).join()) return step;
  if (ids.join() !== String(answered)) return null;
  return feeds ? (singleStep ?? null) : step;
}

/** A zoom in epoch milliseconds as the URL has it: `2026-05-12T14:00:00Z..2026-05-12T15:30:00Z`. */
export function writeZoom(range: readonly [number, number] | null): string | null {
  return range?.map((ms) => new Date(ms).toISOString().replace(".000Z", "Z")).join("..") ?? null;
}

function droppedOf(state: State, read: Record<"range" | "zoom" | "step", unknown>): Dropped[] {
  return (["range", "zoom", "step"] as const).flatMap((name) => {
    const value = state[name];
    return value !== undefined && read[name] === null ? [{name, value}] : [];
  });
}

function nothing({feed = null, feeds = null, resolution = "raw", compared, ...pick}: OpeningPick): Picked {
  const {range, from, until, step} = pick;
  const none = {
    finest: step,
    resolution,
    symbol: "",
    exponent: null,
    pinned: false,
    first: null,
    last: null,
    whole: resolution,
    zoom: null,
    tz: "utc" as const,
    dropped: [],
    source: ""
  };
  return {feeds, feed, range, from, until, step, ...(compared && {compared}), ...none};
}

function find(feeds: readonly Feed[], ids: readonly (number | string)[]): Feed[] | null {
  const found = [...new Set(ids.map(Number))].flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  return found.length > 0 ? found : null;
}

function idsOf(text = ""): string[] {
  return text.split(",").filter(Boolean);
}

// As `view_start` in loaders/derive/macros.sql.
function startOf(range: string, first: string, last: string): string {
  const start = toMs(last) - (ranges[range] ?? Infinity) * 3_600_000;
  const earliest = Math.min(toMs(first), toMs(last) - 60_000);
  return start <= earliest && earliest === toMs(first) ? first : new Date(Math.max(start, earliest)).toISOString();
}

/** A zoom in the URL as ISO 8601 text; null if unreadable. */
export function readZoom(text: string | undefined): [string, string] | null {
  const [from = NaN, until = NaN] = text?.split("..").map(toMs) ?? [];
  return from < until ? [new Date(from).toISOString(), new Date(until).toISOString()] : null;
}

/** The reader's pick: parameters for the page's queries and options for its charts. Times are ISO 8601 text. */
export interface Picked {
  /** Ids of the picked feeds, at least one, and the first of them; null while there is none to pick. */
  feeds: number[] | null;
  feed: number | null;
  /**
   * Ids of the feeds that are compared, it first, no more than have colours; empty where none is picked to compare it
   * with.
   */
  compared?: number[];
  symbol: string;
  exponent: number | null;
  /** A key of `ranges`; each ends with the store's last update, not with the reader's clock. */
  range: string;
  /** The time to query: the range, or the part of it zoomed to. */
  from: string | null;
  until: string | null;
  /**
   * Seconds per step: the one picked, or the finest if that is finer; it takes a pixel or more, and stands for at most
   * four points.
   */
  step: number;
  /** The finest step that the charts can have: no finer than what the time is drawn from. */
  finest: number;
  /** The resolution that charts are drawn from: every update, or bars. */
  resolution: Resolution;
  /** Whether the reader picked the step. */
  pinned: boolean;
  /** The whole range, what it is drawn from as a whole, and the zoom if there is one, for the charts. */
  domain?: [string, string] | undefined;
  first: string | null;
  last: string | null;
  whole: Resolution;
  zoom: [string, string] | null;
  /** The time zone of the charts. */
  tz: Zone;
  /** Parts of the URL that this page cannot show. */
  dropped: Dropped[];
  /** The source note on saved pictures. */
  source: string;
}

/**
 * A part of the URL that cannot be shown, such as the `range` `9y`; of `feeds` each that is not there, as `feed`, of
 * `with` each that is not compared.
 */
export interface Dropped {
  name: "feed" | "with" | "range" | "zoom" | "step";
  value: string;
}
