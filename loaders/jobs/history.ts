import {channelStepUs} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {askedBefore} from "../store/asked.js";
import {askAndBook, type Question} from "./ask.js";
import type {Load} from "./load.js";
import {type Ask, selectFeeds} from "./select.js";
import {instantsBetween, parseDuration, parseInstant} from "./time.js";

/** A range of instants, as text: ISO 8601 or relative to now; `every` is a duration, and instants fall on its multiples. */
export interface Range {
  from: string;
  to: string;
  every: string;
}

/** How a range is loaded: `retryMissing` asks again where there was nothing, `again` asks for everything. */
export interface HistoryOptions {
  retryMissing?: boolean | undefined;
  again?: boolean | undefined;
  now?: number;
}

/**
 * Loads the updates of every selected feed at every instant of a range that are not in the store yet: a load that was
 * interrupted goes on where it stopped. @throws ConfigError if the range is none
 */
export async function loadHistory(load: Load, range: Range, options: HistoryOptions = {}): Promise<void> {
  const {retryMissing = false, again = false, now = Date.now()} = options;
  const instants = instantsOf(range, now);
  const asks = await selectFeeds(load);
  assertOnGrid(range.every, asks);
  if (again)
    return askAndBook(
      load,
      "price",
      asks.map((ask) => ({...ask, instants}))
    );
  for (const ask of asks) await askAndBook(load, "price", await questionsOf(load, {ask, instants, retryMissing}));
}

// Instants at which the same feeds are left to ask for make one question.
async function questionsOf(
  {withStore, report, settings}: Load,
  {ask, instants, retryMissing}: {ask: Ask; instants: number[]; retryMissing: boolean}
): Promise<Question[]> {
  const {feeds, channel} = ask;
  if (!("ids" in feeds)) return [{...ask, instants}]; // symbols that no catalogue knows: answers name ids only
  const {properties, formats} = settings.service;
  const baseUrl = report.simulated === true ? null : settings.baseUrl;
  const asking = {channel, properties, formats, baseUrl, missingToo: !retryMissing};
  const range = {...asking, from: instants.at(0) ?? 0, to: instants.at(-1) ?? 0};
  const asked = await withStore((store) => askedBefore(store, range));
  const questions = new Map<string, {ids: number[]; instants: number[]}>();
  for (const instant of instants) {
    const held = asked.get(instant);
    const ids = held ? feeds.ids.filter((id) => !held.has(id)) : feeds.ids;
    report.alreadyThere += feeds.ids.length - ids.length;
    const question = questions.get(ids.join()) ?? {ids, instants: []};
    question.instants.push(instant);
    questions.set(ids.join(), question);
  }
  return [...questions.values()]
    .filter(({ids}) => ids.length > 0)
    .map(({ids, instants}) => ({feeds: {ids}, channel, instants}));
}

/** The instants of a range, in Unix microseconds. @throws ConfigError */
export function instantsOf({from, to, every}: Range, now: number): number[] {
  const [start, end] = [parseInstant(from, now), Math.min(parseInstant(to, now), now)];
  if (start > end) throw new ConfigError(`invalid range: from ${from} is after to ${to} (or after now)`);
  const instants = instantsBetween(start, end, parseDuration(every));
  if (instants.length > 0) return instants;
  throw new ConfigError(`invalid range: no multiple of ${every} lies between ${from} and ${to}`);
}

function assertOnGrid(every: string, asks: readonly Ask[]): void {
  for (const {channel} of asks) {
    const step = channelStepUs[channel];
    if (step === null || (parseDuration(every) * 1000) % step === 0) continue;
    throw new ConfigError(`invalid every: ${every} is no multiple of the ${step / 1000} ms step of channel ${channel}`);
  }
}
