import {group, sum} from "d3-array";
import {ConfigError} from "../config/errors.js";
import {assertOnGrid, parseDuration, parseInstant} from "../config/time.js";
import {type AskedRun, askedBefore} from "../store/responses.js";
import type {Load} from "./books.js";
import {askAndBook, feedsOf, type Question} from "./questions.js";
import {type Ask, noteSelected, type Selected, type Selecting, selectFeeds, selectingOf} from "./select.js";

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
  const {selected, questions, alreadyThere} = await historyQuestions({...selectingOf(load), simulated}, range, options);
  noteSelected(load, selected);
  load.report.alreadyThere += alreadyThere;
  await askAndBook(load, "price", questions);
}

/** The source of a history; `simulated`: whether it is known to be a sandbox, whose address differs at each start. */
interface HistorySource extends Selecting {
  simulated: boolean | null;
}

/** The remaining requests of a range, and how many feeds × instants the store has. @throws ConfigError if the range is invalid */
export async function historyQuestions(
  source: HistorySource,
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

/** The number of feeds × instants in questions. */
export function pairsOf(questions: readonly Question[]): number {
  return sum(questions, ({feeds, instants}) => feedsOf(feeds).length * (instants?.length ?? 1));
}

// One question for all instants at which the same feeds remain.
async function questionsOf(
  {withStore, simulated, settings}: HistorySource,
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

/** The instants of a range, in Unix microseconds. @throws ConfigError */
export function instantsOf({from, to, every}: Range, now: number): number[] {
  const [start, end] = [parseInstant(from, now), parseInstant(to, now)];
  if (start > now) throw new ConfigError(`invalid range: from ${from} is in the future: give an instant before now`);
  if (start > end) throw new ConfigError(`invalid range: from ${from} is after to ${to}: exchange them`);
  const instants = instantsBetween(start, Math.min(end, now), parseDuration(every));
  if (instants.length > 0) return instants;
  throw new ConfigError(
    `invalid range: no multiple of ${every} lies between ${from} and ${to}: widen it, or give a shorter every`
  );
}

const maxInstants = 10_000_000;

// On the grid of multiples of the step, both ends included where they fall on it; arguments in milliseconds.
function instantsBetween(from: number, to: number, every: number): number[] {
  const [first, last] = [Math.ceil(from / every), Math.floor(to / every)];
  if (last - first > maxInstants)
    throw new ConfigError(
      `invalid range: ${last - first} instants are too many: load at most ${maxInstants} at a time`
    );
  return Array.from({length: Math.max(0, last - first + 1)}, (_, i) => Math.round((first + i) * every * 1000));
}

interface Remaining {
  ids: number[];
  places: number[];
}

/**
 * Finds which of `ids` were not answered yet at `count` instants; instants with the same remaining feeds are grouped. These
 * change only where a run begins or ends, so the time taken grows with the number of runs, not of instants.
 */
function remainingToAsk(ids: readonly number[], count: number, runs: readonly AskedRun[]): Remaining[] {
  const [begins, ends] = [group(runs, ({first}) => first), group(runs, (run) => run.first + run.count)];
  const bounds = [...new Set([0, count, ...begins.keys(), ...ends.keys()])].sort((a, b) => a - b);
  const answered = new Map<number, number>(); // by feed: the number of runs that cover the instant
  const left = new Map<string, Remaining>();
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
