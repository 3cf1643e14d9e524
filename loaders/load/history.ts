import {existsSync} from "node:fs";
import {group, sum} from "d3-array";
import {ConfigError} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {assertOnGrid, parseDuration, parseInstant} from "../config/time.js";
import type {Store} from "../store/database/store.js";
import {readStore, useEmptyStore} from "../store/open.js";
import {type AskedRun, askedBefore, usualLatency} from "../store/responses.js";
import type {Load} from "./books.js";
import {connect} from "./connect.js";
import {type Ask, noteSelected, type Selected, type Selecting, selectFeeds} from "./feeds.js";
import {askAndBook, feedsOf, type Question, requestsFor} from "./questions.js";

/** A range of instants, as text: ISO 8601 or relative to now; `every` is a duration, and instants fall on its multiples. */
export interface Range {
  from: string;
  to: string;
  every: string;
}

/** How a range is loaded: `retryMissing` requests missing updates again, `again` all of them. */
export interface HistoryOptions {
  retryMissing?: boolean | undefined;
  again?: boolean | undefined;
  now?: number;
}

/**
 * Loads the updates of every selected feed at every instant of a range that the store lacks, so an interrupted load continues
 * where it stopped. @throws ConfigError if the range is invalid
 */
export async function loadHistory(load: Load, range: Range, options: HistoryOptions = {}): Promise<void> {
  const {simulated} = load.report;
  const {selected, questions, alreadyThere} = await historyQuestions({...load, simulated}, range, options);
  noteSelected(load, selected);
  load.report.alreadyThere += alreadyThere;
  await askAndBook(load, "price", questions);
}

// `simulated`: whether it is known to be a sandbox, whose address differs at each start.
type Source = Selecting & {simulated: boolean | null};

// The remaining requests of a range, and how many feeds × instants the store has.
async function historyQuestions(
  source: Source,
  range: Range,
  {retryMissing = false, again = false, now = Date.now()}: HistoryOptions = {}
): Promise<{selected: Selected; questions: Question[]; alreadyThere: number}> {
  const instants = instantsOf(range, now);
  const selected = await selectFeeds(source);
  for (const {channel} of selected.asks) assertOnGrid(range.every, channel);
  const all = selected.asks.map((ask): Question => ({...ask, instants}));
  if (again) return {selected, questions: all, alreadyThere: 0};
  const questions: Question[] = [];
  const every = Math.round(parseDuration(range.every) * 1000);
  for (const question of all) questions.push(...(await questionsOf(source, question, {instants, every, retryMissing})));
  return {selected, questions, alreadyThere: pairsOf(all) - pairsOf(questions)};
}

// The number of feeds × instants in questions.
function pairsOf(questions: readonly Question[], isCounted: (feed: number | string) => boolean = () => true): number {
  return sum(questions, ({feeds, instants}) => feedsOf(feeds).filter(isCounted).length * (instants?.length ?? 1));
}

// One question for all instants at which the same feeds remain.
async function questionsOf(
  {withStore, simulated, settings}: Source,
  ask: Ask,
  {instants, every, retryMissing}: {instants: number[]; every: number; retryMissing: boolean}
): Promise<Question[]> {
  const {feeds, channel} = ask;
  if (!("ids" in feeds)) return [{...ask, instants}]; // symbols without a catalogue, while answers name ids only
  const {properties, formats} = settings.service;
  const baseUrl = simulated === true ? null : settings.baseUrl;
  const asking = {channel, properties, formats, baseUrl, missingToo: !retryMissing};
  const range = {...asking, every, from: instants.at(0) ?? 0, to: instants.at(-1) ?? 0};
  const asked = await withStore((store) => askedBefore(store, range));
  return remainingToAsk([...new Set(feeds.ids)], instants.length, asked).map(({ids, places}) => ({
    feeds: {ids},
    channel,
    instants: places.map((place) => instants[place] ?? 0)
  }));
}

/** The requests of a history: `asked`, `alreadyThere` and `rows` in feeds × instants, `seconds` of `requests` in all. */
export interface Plan {
  requests: number;
  asked: number;
  /** Expected rows: one for each feed × instant to request, except for feeds without prices. */
  rows: number;
  alreadyThere: number;
  seconds: number;
  /** Latency of one request, from past answers (`measured`) or assumed; `concurrency` requests run at a time. */
  latencyMs: number;
  measured: boolean;
  concurrency: number;
}

const assumedMs = 150; // latency of a service that was never asked: a round trip over the internet, and some work

/** Plans a history. Requests only the catalogue, and leaves the store as it is. @throws ConfigError */
export async function planHistory(
  settings: Settings,
  range: Range,
  options: HistoryOptions & Pick<Load, "log" | "signal">
): Promise<Plan> {
  const {log, signal} = options;
  return connect(settings, log, async ({settings, client, simulated}) => {
    const plan = async (store: Store): Promise<Plan> => {
      const withStore = <T>(work: (store: Store) => Promise<T>) => work(store);
      const source = {settings, client, simulated, log, signal, withStore};
      const {selected, questions, alreadyThere} = await historyQuestions(source, range, options);
      const isPriced = (id: number | string) =>
        ["stable", undefined, null].includes(selected.known.get(Number(id))?.state);
      const past = await usualLatency(store, "price", simulated ? null : settings.baseUrl);
      const {batchSize, concurrency} = settings.service;
      const requests = sum(questions, (question) => requestsFor(question, batchSize.price));
      const latencyMs = past ?? assumedMs;
      const seconds = (Math.ceil(requests / concurrency) * latencyMs) / 1000;
      const effort = {requests, seconds, latencyMs, measured: past !== null, concurrency};
      return {asked: pairsOf(questions), rows: pairsOf(questions, isPriced), alreadyThere, ...effort};
    };
    const {storePath} = settings;
    return existsSync(storePath) ? readStore(storePath, plan, {signal}) : useEmptyStore(plan);
  });
}

const maxInstants = 10_000_000;

/** The instants of a range, in Unix microseconds. @throws ConfigError */
export function instantsOf({from, to, every}: Range, now: number): number[] {
  const [start, end] = [parseInstant(from, now), parseInstant(to, now)];
  if (start > now) throw new ConfigError(`invalid range: from ${from} is in the future: give an instant before now`);
  if (start > end) throw new ConfigError(`invalid range: from ${from} is after to ${to}: exchange them`);
  const step = parseDuration(every);
  const [first, last] = [Math.ceil(start / step), Math.floor(Math.min(end, now) / step)];
  if (last - first > maxInstants)
    throw new ConfigError(
      `invalid range: ${last - first} instants are too many: load at most ${maxInstants} at a time`
    );
  if (last < first)
    throw new ConfigError(
      `invalid range: no multiple of ${every} lies between ${from} and ${to}: widen it, or give a shorter every`
    );
  return Array.from({length: last - first + 1}, (_, i) => Math.round((first + i) * step * 1000));
}

// Finds which of `ids` were not answered yet at `count` instants; instants with the same remaining feeds are grouped. These
// change only where a run begins or ends, so the time taken grows with the number of runs, not of instants.
function remainingToAsk(ids: readonly number[], count: number, runs: readonly AskedRun[]) {
  const [begins, ends] = [group(runs, ({first}) => first), group(runs, (run) => run.first + run.count)];
  const bounds = [...new Set([0, count, ...begins.keys(), ...ends.keys()])].sort((a, b) => a - b);
  const answered = new Map<number, number>(); // by feed: the number of runs that cover the instant
  const left = new Map<string, {ids: number[]; places: number[]}>();
  for (const [i, bound] of bounds.entries()) {
    for (const run of begins.get(bound) ?? []) mark(run.ids, 1);
    for (const run of ends.get(bound) ?? []) mark(run.ids, -1);
    const open = ids.filter((id) => !answered.get(id));
    if (open.length === 0 || bound >= count) continue;
    const same = left.get(open.join()) ?? {ids: open, places: []};
    for (let place = bound; place < (bounds[i + 1] ?? count); place++) same.places.push(place);
    left.set(open.join(), same);
  }
  return [...left.values()];

  function mark(of: readonly number[], by: number): void {
    for (const id of of) answered.set(id, (answered.get(id) ?? 0) + by);
  }
}
