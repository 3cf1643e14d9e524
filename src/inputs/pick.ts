import type {Feed, Made, Opening, OpeningPick} from "../duckdb/sql/opening.js";
import {toMs} from "../format/format.js";
import {type Resolution, readStep, resolutionOf, roundStep, secondsOf, stepOf, steps} from "../format/resolution.js";
import {ianaName, readZone, type Zone} from "../format/zone.js";
import type {State} from "../url/state.js";
import {ranges, readZoom} from "./defaults.js";

/** The width in px of the time axis of charts in a window of 1 100 px, for a build, which has no window. */
export const usualWidth = 960;

const leastHours: Readonly<Record<string, number>> = {"24h": 20, "7d": 144};
const phoneWidth = 270; // px of the time axis on a phone
const mostCompared = 7;
const leastSteps = 3; // of the data in a candle: one has no body, two no wicks
const mostCandles = 90; // fit next to each other
const searched = 6 * 3_600_000; // ms after a base, for its price
const everyFeed: Feed = {priceFeedId: 0, symbol: "all feeds", group: null};

/** An opening of a page about all feeds, as one feed. */
export function ofEveryFeed(opening: Omit<Opening, "feeds">): Opening {
  return {...opening, feeds: [everyFeed]};
}

/** The parameters of a page's queries as it opens, or as it opens with one `feed` in its address: the build answers these. */
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
 * Reads the pick from the URL; the opening says the rest. `width`: px of the time axis of charts. A view that the build may have
 * answered has the same step at every width, as its parameters must match the answer.
 */
export function readPick(opening: Opening, state: State, width = usualWidth): Picked {
  const {feeds, meta, pick} = opening;
  const usual = find(feeds, pick.feeds ?? [pick.feed ?? NaN]) ?? feeds.slice(0, 1);
  const named = idsOf(state.feeds ?? state.feed);
  const grouped = pick.feeds && named.length === 0 ? feedsOf(feeds, state.underlying) : [];
  const chosen = find(feeds, named) ?? (grouped.length > 0 ? grouped : usual);
  const [main] = chosen;
  const span = spanOf(opening, state);
  if (main === undefined || span === null) return nothing(pick);
  const {range, zoom, domain, from, until, first, last, extent} = span;
  const ids = chosen.map(idOf);
  const hasCandles = state.draw === "candles" && pick.draw !== undefined;
  const isUsualView = zoom === null && range === openingRange(opening) && !hasCandles;
  const isAnswered = isUsualView && [usual.map(idOf).join(), String(opening.answered)].includes(ids.join());
  const resolution = levelOf(opening, [from, until]);
  const lines = pick.feeds ? ids.length : 1; // which share the width
  const dataStep = Math.max(secondsOf(resolution), main.stepSeconds ?? 0);
  const least = hasCandles ? leastSteps * dataStep : dataStep;
  const points = hasCandles ? mostCandles : (pick.points ?? Infinity);
  const byWidth = stepOf(from, until, Math.floor(width / lines));
  const axis = Math.floor((isAnswered ? phoneWidth : width) / lines);
  const auto = stepOf(from, until, Math.min(axis, points));
  const finest = roundStep(Math.max(least, Math.min(auto, byWidth)));
  const stepName = hasCandles ? "candle" : "step";
  const texts = {step: state.step, candle: pick.draw && state.candle}; // an address keeps both
  const stepKey = hasCandles && texts.candle !== undefined ? "candle" : "step";
  const step = readStep(texts[stepKey], from, until);
  const isTooFine = step !== null && step < finest && !steps.includes(step); // a step of the list is shown as the finest
  const others = pick.compared === undefined ? [] : idsOf(state.with);
  const compared = (find(feeds, others) ?? []).filter((feed) => feed !== main).slice(0, mostCompared);
  const tz = readZone(state.tz);
  const base = readInstant(state.base);
  return {
    ...{feeds: ids, feed: main.priceFeedId},
    ...(pick.feeds && {underlying: underlyingOf(feeds, chosen)}),
    ...(pick.compared && {
      ...{compared: compared.length === 0 ? [] : [main, ...compared].map(idOf), base},
      baseResolution:
        base === null ? resolution : levelOf(opening, [base, new Date(toMs(base) + searched).toISOString()])
    }),
    ...{symbol: main.symbol ?? `feed ${main.priceFeedId}`},
    ...{exponent: main.exponent ?? null, confidence: main.confidence ?? null},
    ...{range, zoom, domain, from, until, first, last, extent},
    step: step === null ? Math.max(auto, finest) : Math.max(step, finest),
    ...{stepName, dataStep},
    ...{finest, resolution, pinned: step !== null, whole: levelOf(opening, [first, last]), tz, zone: ianaName(tz)},
    dropped: [
      ...missingOf("feed", named, feeds),
      ...missingOf("with", others, compared),
      ...unreadOf(state, {
        ...{range: rangeOf(state), zoom, [stepKey]: isTooFine ? null : step, tz: tz === state.tz ? tz : null},
        ...(pick.compared && {base}),
        ...(pick.feeds && {underlying: feedsOf(feeds, state.underlying)[0] ?? null})
      })
    ],
    source: meta.simulated === true ? "Simulated data of Feedbook's sandbox" : "Feedbook"
  };
}

// Null while the store is empty, or has dates that no chart can draw.
function spanOf(opening: Opening, state: State) {
  const {firstPublishedAt: first, lastPublishedAt: last} = opening.meta;
  if (first === null || last === null || Number.isNaN(toMs(last) - toMs(first))) return null;
  const range = rangeOf(state) ?? openingRange(opening);
  const zoom = readZoom(state.zoom);
  const domain: [string, string] = [startOf(range, first, last), last];
  const [from, until] = zoom ?? domain;
  const isEarlier = zoom !== null && toMs(zoom[0]) < toMs(domain[0]);
  const earliest = Math.min(toMs(domain[0]), Math.max(toMs(first), toMs(from)));
  const start = isEarlier ? new Date(earliest).toISOString() : domain[0];
  const extent: [string, string] = [first, last];
  return {range, zoom, domain, from, until, first: start, last, extent};
}

// The table that charts of a time range are drawn from.
function levelOf({feeds, meta, parts, pick}: Opening, span: [string, string]): Resolution {
  if (parts === undefined || pick.levels === undefined) return "raw";
  const shown = Math.min(pick.levels === "funding" ? feeds.length : meta.feeds, pick.feedsAtOnce ?? Infinity);
  return resolutionOf(span, {of: pick.levels, feeds: shown, parts});
}

function rangeOf({range}: State): string | null {
  return range !== undefined && Object.hasOwn(ranges, range) ? range : null;
}

function missingOf(name: "feed" | "with", ids: readonly string[], feeds: readonly Feed[]): Dropped[] {
  return ids.filter((id) => find(feeds, [id]) === null).map((value) => ({name, value}));
}

function unreadOf(state: State, read: Readonly<Record<string, unknown>>): Dropped[] {
  return ["range", "zoom", "step", "candle", "base", "underlying", "tz"].flatMap((name) => {
    const value = read[name] === null ? state[name] : undefined;
    return value === undefined ? [] : [{name, value}];
  });
}

function nothing({range, compared}: OpeningPick): Picked {
  return {
    ...{feeds: null, feed: null, symbol: "", exponent: null, confidence: null, range, from: null, until: null},
    ...(compared && {compared: [], base: null, baseResolution: "raw" as const}),
    ...{step: 1, stepName: "step", dataStep: 0, finest: 1, resolution: "raw", pinned: false},
    ...{first: null, last: null, whole: "raw", zoom: null, tz: "utc", zone: "UTC", dropped: [], source: ""}
  };
}

/** The groups of feeds, such as the underlyings of funding rates; the group with the lowest feed id is the first. */
export function underlyingsOf(feeds: readonly Feed[]): string[] {
  const sorted = feeds.toSorted((a, b) => a.priceFeedId - b.priceFeedId);
  return [...new Set(sorted.flatMap(({group}) => group ?? []))];
}

function feedsOf(feeds: readonly Feed[], underlying: string | null | undefined): Feed[] {
  return feeds.filter(({group}) => group !== null && group === underlying);
}

function underlyingOf(feeds: readonly Feed[], chosen: readonly Feed[]): string | null {
  const group = chosen[0]?.group ?? null;
  const all = feedsOf(feeds, group);
  return all.length === chosen.length && all.every((feed) => chosen.includes(feed)) ? group : null;
}

function find(feeds: readonly Feed[], ids: readonly (number | string)[]): Feed[] | null {
  const found = [...new Set(ids.map(Number))].flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  return found.length > 0 ? found : null;
}

function idOf({priceFeedId}: Feed): number {
  return priceFeedId;
}

function idsOf(text = ""): string[] {
  return text.split(",").filter(Boolean);
}

/** The range that a page opens with: all if the store has hardly less than that. */
export function openingRange({meta, pick: {range}}: Pick<Opening, "meta" | "pick">): string {
  const hours = (toMs(meta.lastPublishedAt) - toMs(meta.firstPublishedAt)) / 3_600_000;
  return hours < (leastHours[range] ?? 0) ? "all" : range;
}

// At least a minute, even if all updates are of one instant.
function startOf(range: string, first: string, last: string): string {
  const start = toMs(last) - (ranges[range] ?? Infinity) * 3_600_000;
  const earliest = Math.min(toMs(first), toMs(last) - 60_000);
  return start <= earliest && earliest === toMs(first) ? first : new Date(Math.max(start, earliest)).toISOString();
}

function readInstant(text = ""): string | null {
  const ms = toMs(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The reader's pick: parameters for the page's queries and options for its charts. Times are ISO 8601 text. */
export interface Picked {
  /** Ids of the picked feeds, at least one, and the first of them; null if there is none to pick. */
  feeds: number[] | null;
  feed: number | null;
  /** The group whose feeds are picked, on a page that shows several; null if others are. */
  underlying?: string | null;
  /** Ids of the compared feeds: the main feed first, then one feed per colour; empty without a comparison. */
  compared?: number[];
  /** The instant at which compared feeds are 100, and the resolution of the data there; null: the start of the view. */
  base?: string | null;
  baseResolution?: Resolution;
  /** The first feed's symbol in full, or `feed 5`. */
  symbol: string;
  /** Its exponent and its last confidence, which the digits of its prices follow. */
  exponent: number | null;
  confidence: number | null;
  /** A key of `ranges`; each ends with the store's last update, not with the reader's clock. */
  range: string;
  /** The time to query: the zoom, or else the range. */
  from: string | null;
  until: string | null;
  /** Seconds per step: the picked one or the finest; covers at least one pixel and at most four points. */
  step: number;
  /** Its name in the URL: the length of candles is one of its own. */
  stepName: "step" | "candle";
  /** Seconds between two rows of the data; 0 if unknown. */
  dataStep: number;
  /** The finest step of the charts, never finer than the data, nor a candle finer than three steps of it. */
  finest: number;
  /** The resolution of the data: every update, or bars. */
  resolution: Resolution;
  /** Whether the reader picked the step. */
  pinned: boolean;
  /** The whole range, with a zoom beyond it; its resolution; and the zoom if there is one, for the charts. */
  domain?: [string, string] | undefined;
  first: string | null;
  last: string | null;
  /** The time range of the store. */
  extent?: [string, string] | undefined;
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

/** A part of the URL that cannot be shown, such as the `range` `9y`; `feed` and `with` for each missing feed. */
export interface Dropped {
  name: string;
  value: string;
}
