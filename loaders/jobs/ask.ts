import type {Answer} from "../service/answer.js";
import {askFeeds} from "../service/ask.js";
import type {Load} from "./load.js";
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
        log.warn(`left out: ${answer.reason}`);
        if (!refusals.has(answer.answer)) await books.add(answer.answer);
        refusals.add(answer.answer);
        continue;
      }
      await books.add({...answer, ...askedOf(answer)});
      log.step(++done, total, "requests");
    }
  }
}

function requestsFor({feeds, instants}: Question, batch: number): number {
  return Math.ceil(("ids" in feeds ? feeds.ids : feeds.symbols).length / batch) * (instants?.length ?? 1);
}

function askedOf({request}: Answer): {asked?: number[]} {
  const ids =
    typeof request === "object" && request !== null && "priceFeedIds" in request ? request.priceFeedIds : null;
  return Array.isArray(ids) ? {asked: ids.map(Number)} : {};
}
