import type {Answer, FeedSelection} from "../service/answer.js";
import {askFeeds} from "../service/ask.js";
import type {Load} from "./load.js";
import {explainRefusal} from "./refused.js";
import type {Ask} from "./select.js";

/** Feeds to ask for on a channel, and for `price` the instants (Unix µs) to ask at. */
export interface Question extends Ask {
  instants?: readonly number[];
}

/** Asks for feeds in batches and books every answer; a feed that the service refuses is taken out and reported. */
export async function askAndBook(
  load: Load,
  endpoint: "latest_price" | "price",
  questions: readonly Question[]
): Promise<void> {
  const {settings, report, books, log, signal, removed} = load;
  const {batchSize, concurrency} = settings.service;
  const total = questions.reduce((sum, question) => sum + requestsFor(question, batchSize[endpoint]), 0);
  let done = 0;
  const refusals = new Set<Answer>(); // one refusal can name several feeds
  for (const {feeds, channel, instants = []} of questions) {
    const options = {instants, batchSize: batchSize[endpoint], concurrency, signal, removed};
    for await (const answer of askFeeds(load.client(channel), endpoint, feeds, options)) {
      if ("kind" in answer) {
        report.removed.push({feed: answer.feed, reason: answer.reason});
        report.asked += 1;
        report.refused += 1;
        log.warn(`left out: ${explainRefusal(answer, load.known)}`);
        if (!refusals.has(answer.answer)) await books.add(answer.answer);
        refusals.add(answer.answer);
        continue;
      }
      await books.add({...answer, asked: askedOf(answer)});
      log.step(++done, total, "requests");
    }
  }
}

/** How many requests a question takes, in batches of so many feeds. */
export function requestsFor({feeds, instants}: Question, batch: number): number {
  return Math.ceil(feedsOf(feeds).length / batch) * (instants?.length ?? 1);
}

/** The feeds of a selection: ids or symbols. */
export function feedsOf(feeds: FeedSelection): readonly (number | string)[] {
  return "ids" in feeds ? feeds.ids : feeds.symbols;
}

/** The feeds that an answer was asked for. */
export function askedOf({request}: Answer): (number | string)[] {
  if (typeof request !== "object" || request === null) return [];
  if ("priceFeedIds" in request && Array.isArray(request.priceFeedIds)) return request.priceFeedIds.map(Number);
  return "symbols" in request && Array.isArray(request.symbols) ? request.symbols.map(String) : [];
}
