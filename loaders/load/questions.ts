import {sum} from "d3-array";
import {askFeeds, type RejectedFeed} from "../service/ask.js";
import {type Answer, type FeedSelection, RefusalError} from "../service/endpoints.js";
import type {Load} from "./books.js";
import {type Ask, explainRefusal, isUnknown, selectForLoad} from "./feeds.js";
import {offText} from "./report.js";

/** Feeds to request on a channel, and for `price` the instants (Unix µs). */
export interface Question extends Ask {
  instants?: readonly number[];
}

/** Loads the latest update of every selected feed, once. */
export async function loadLatest(load: Load): Promise<void> {
  await askAndBook(load, "latest_price", await selectForLoad(load));
}

const mostUnknown = 100;
const mostRefused = 1000;

/**
 * Requests feeds in batches and books every answer; a feed that the service refuses is left out and reported.
 * @throws RefusalError if it refuses too many
 */
export async function askAndBook(
  load: Load,
  endpoint: "latest_price" | "price",
  questions: readonly Question[]
): Promise<void> {
  const {settings, report, books, log, signal, removed} = load;
  const {batchSize, concurrency} = settings.service;
  const total = sum(questions, (question) => requestsFor(question, batchSize[endpoint]));
  let [done, warned] = [0, false];
  const unknown = new Set<number | string>();
  const refusals = new Set<Answer>(); // one refusal can name several feeds
  for (const {feeds, channel, instants = []} of questions) {
    const options = {instants, batchSize: batchSize[endpoint], concurrency, signal, removed};
    for await (const answer of askFeeds(load.client(channel), endpoint, feeds, options)) {
      if ("kind" in answer) {
        if (!refusals.has(answer.answer)) await books.add(answer.answer);
        refusals.add(answer.answer);
        reportRefused(load, answer);
        if (isUnknown(answer, load.known)) unknown.add(answer.feed);
        if (unknown.size > mostUnknown)
          throw tooMany(endpoint, `${unknown.size} feeds that no catalogue lists`, answer);
        if (removed.size > mostRefused) throw tooMany(endpoint, `${removed.size} feeds`, answer);
        continue;
      }
      await books.add({...answer, asked: askedOf(answer)});
      if (!warned && report.misplaced !== null) {
        warned = true;
        log.warn(`an answer has another instant than requested (${offText(report.misplaced)}): it counts as missing`);
      }
      log.step(++done, total, "requests");
    }
  }
}

function reportRefused({report, log, known}: Load, removed: RejectedFeed): void {
  report.removed.push({feed: removed.feed, reason: removed.reason});
  report.asked += 1;
  report.refused += 1;
  log.warn(`left out: ${explainRefusal(removed, known)}`);
}

// A service may name one refused feed per answer: a long list of wrong ids would take a request for each.
function tooMany(endpoint: "latest_price" | "price", what: string, {reason, answer}: RejectedFeed): RefusalError {
  const problem = `${endpoint} refused ${what}, the last with: ${reason}`;
  const advice = "correct feeds: feedbook feeds lists the feeds of the service";
  return new RefusalError(endpoint, `${problem}; ${advice}`, answer.httpStatus ?? 400, reason, answer);
}

/** The number of requests of a question, with `batch` feeds in each. */
export function requestsFor({feeds, instants}: Question, batch: number): number {
  return Math.ceil(feedsOf(feeds).length / batch) * (instants?.length ?? 1);
}

/** The feeds of a selection: ids or symbols. */
export function feedsOf(feeds: FeedSelection): readonly (number | string)[] {
  return "ids" in feeds ? feeds.ids : feeds.symbols;
}

function askedOf({request}: Answer): (number | string)[] {
  if (typeof request !== "object" || request === null) return [];
  if ("priceFeedIds" in request && Array.isArray(request.priceFeedIds)) return request.priceFeedIds.map(Number);
  return "symbols" in request && Array.isArray(request.symbols) ? request.symbols.map(String) : [];
}
