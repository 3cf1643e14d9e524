import type {Feed, Made, Opening, OpeningPick} from "../duckdb/sql/opening.js";
import {toMs} from "../format/format.js";
import {type Resolution, readStep, resolutionOf, secondsOf, stepOf} from "../format/resolution.js";
import {ianaName, readZone, type Zone} from "../format/zone.js";
import type {State} from "../url/state.js";

/** Ranges to pick from, in hours; `all` is everything in the store. */
export const ranges: Readonly<Record<string, number>> = {"1h": 1, "6h": 6, "24h": 24, "7d": 168, all: Infinity};

/** Pixels in which charts draw time where nobody can measure: of a window of 1 100 px. */
export const usualWidth = 960;

const leastHours: Readonly<Record<string, number>> = {"24h": 20, "7d": 144};
const phoneWidth = 270; // px in which charts draw time there
const most = 7; // feeds to compare with
const candles = 90; // fit next to each other
const everyFeed: Feed = {priceFeedId: 0, symbol: "all feeds", group: null};

/** An opening of a page about all feeds, as one feed. */
export function ofEveryFeed(opening: Omit<Opening, "feeds">): Opening {
  return {...opening, feeds: [everyFeed]};
}

/**
 * The parameters that a page's queries have as it opens, or as it opens with one `feed` in its address: the build
 * answers these. A loader that picks no range has its own parameters.
 */
export function openingParameters(
  {meta: [meta] = [], pick: [pick] = [], ...rest}: Partial<Made>,
  feed?: number
): object {
  if (meta === undefined || pick?.range === undefined) return {...pick};
  const opening = {...ofEveryFeed({meta, pick}), ...rest};
  if (feed === undefined) return {...pick, ...readPick(opening, {})};
  return {...pick, ...readPick({...opening, answered: feed}, {feed: String(feed)})};
}

/**
 * Reads the pick from the URL's `feed` or `feeds`, `range`, `zoom` and `step`; what these leave open is as the page opens.
 * `width`: px in which charts draw time; the lines of several feeds share them. Views that the build may have answered have
 * the same step at any width: as it opens, and the same of a feed that is `answered`.
 */
export function readPick(opening: Opening, state: State, width = usualWidth): Picked {
  const {feeds, meta, pick, answered} = opening;
  const {firstPublishedAt: first, lastPublishedAt: last} = meta;
  const named = idsOf(state.feeds ?? state.feed);
  const usual = find(feeds, pick.feeds ?? [pick.feed ?? NaN]) ?? feeds.slice(0, 1);
  const chosen = find(feeds, named) ?? usual;
  const [main] = chosen;
  if (main === undefined || first === null || last === null) return nothing(pick);
  if (Number.isNaN(toMs(last) - toMs(first))) return nothing(pick); // dates that no chart can draw
  const own = rangeOf(state);
  const usualRange = openingRange({meta, pick});
  const range = own ?? usualRange;
  const start = startOf(range, first, last);
  const zoom = readZoom(state.zoom);
  const [from, until] = zoom ?? [start, last];
  const ids = chosen.map(({priceFeedId}) => priceFeedId);
  const hasCandles = state.draw === "candles" && pick.draw !== undefined;
  const opened = usual.map(({priceFeedId}) => priceFeedId);
  const isAnswered = [opened, [answered]].some((each) => each.join() === ids.join());
  const isOpening = isAnswered && !hasCandles && zoom === null && range === usualRange;
  const lines = pick.feeds ? ids.length : 1;
  const points = hasCandles ? candles : (pick.points ?? Infinity);
  const resolution = levelOf(opening, [from, until]);
  const drawn = {width: width / lines, usual: isOpening ? phoneWidth / lines : null, points, resolution};
  const {auto, finest} = stepsOf([from, until], drawn);
  const step = readStep(state.step, from, until);
  const others = pick.compared === undefined ? [] : idsOf(state.with);
  const compared = (find(feeds, others) ?? []).filter((feed) => feed !== main).slice(0, most);
  const tz = readZone(state.tz);
  return {
    feeds: ids,
    feed: main.priceFeedId,
    ...(pick.compared && {
      compared: compared.length === 0 ? [] : [main, ...compared].map(({priceFeedId}) => priceFeedId)
    }),
    symbol: main.symbol ?? `feed ${main.priceFeedId}`,
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
    whole: levelOf(opening, [start, last]),
    zoom,
    tz,
    zone: ianaName(tz),
    dropped: [
      ...missingOf("feed", named, feeds),
      ...missingOf("with", others, compared),
      ...droppedOf(state, {range: own, zoom, step})
    ],
    source: meta.simulated === true ? "Simulated data of Feedbook's sandbox" : "Feedbook"
  };
}

/** A zoom in epoch milliseconds as the URL has it: `2026-05-12T14:00:00Z..2026-05-12T15:30:00Z`. */
export function writeZoom(range: readonly [number, number] | null): string | null {
  return range?.map((ms) => new Date(ms).toISOString().replace(".000Z", "Z")).join("..") ?? null;
}

// The step that a view has by itself, `auto`, and the finest that it can have, in seconds. A view that the build answered has
// the step of its `usual` width.
function stepsOf([from, until]: [string, string], {width, usual, points, resolution}: StepOptions) {
  const pixels = Math.floor(width);
  const auto = stepOf(from, until, Math.min(usual === null ? pixels : Math.floor(usual), points));
  return {auto, finest: Math.max(secondsOf(resolution), Math.min(auto, stepOf(from, until, pixels)))};
}

interface StepOptions {
  width: number;
  usual: number | null;
  points: number;
  resolution: Resolution;
}

// What a span of a page is drawn from, of what the snapshot holds.
function levelOf({feeds, meta, parts, pick}: Opening, span: [string, string]): Resolution {
  if (parts === undefined || pick.levels === undefined) return "raw";
  const shown = Math.min(pick.levels === "funding" ? feeds.length : meta.feeds, pick.feedsAtOnce ?? Infinity);
  return resolutionOf(span, {of: pick.levels, feeds: shown, parts});
}

function rangeOf({range}: State): string | null {
  return range !== undefined && Object.hasOwn(ranges, range) ? range : null;
}

// Ids of the URL that are not among feeds.
function missingOf(name: "feed" | "with", ids: readonly string[], feeds: readonly Feed[]): Dropped[] {
  return ids.filter((id) => find(feeds, [id]) === null).map((value) => ({name, value}));
}

function droppedOf(state: State, read: Record<"range" | "zoom" | "step", unknown>): Dropped[] {
  return (["range", "zoom", "step"] as const).flatMap((name) => {
    const value = state[name];
    return value !== undefined && read[name] === null ? [{name, value}] : [];
  });
}

// While there is nothing to pick.
function nothing({range, compared}: OpeningPick): Picked {
  return {
    ...{feeds: null, feed: null, symbol: "", exponent: null, range, from: null, until: null},
    ...(compared && {compared: []}),
    ...{step: 1, finest: 1, resolution: "raw", pinned: false, first: null, last: null, whole: "raw", zoom: null},
    ...{tz: "utc", zone: "UTC", dropped: [], source: ""}
  };
}

function find(feeds: readonly Feed[], ids: readonly (number | string)[]): Feed[] | null {
  const found = [...new Set(ids.map(Number))].flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  return found.length > 0 ? found : null;
}

function idsOf(text = ""): string[] {
  return text.split(",").filter(Boolean);
}

/** The range that a page opens with: all where the store has hardly less than it. */
export function openingRange({meta, pick: {range}}: Pick<Opening, "meta" | "pick">): string {
  const hours = (toMs(meta.lastPublishedAt) - toMs(meta.firstPublishedAt)) / 3_600_000;
  return hours < (leastHours[range] ?? 0) ? "all" : range;
}

// A minute at least, also where all updates are of one instant.
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
  /** The first feed's symbol in full, or `feed 5`. */
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
  /** The time zone of the charts, and its IANA name, as SQL takes it. */
  tz: Zone;
  zone: string;
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
