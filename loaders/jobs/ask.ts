import type {Answer} from "../service/answer.js";
import {askFeeds} from "../service/ask.js";
import type {Load} from "./load.js";
import type {Ask} from "./select.js";

/** What is asked: the latest prices, or the prices at some instants (Unix µs). */
export interface Question {
  endpoint: "latest_price" | "price";
  instants?: readonly number[];
}

/** Asks for feeds in batches and books every answer; a feed that the service refuses is taken out and reported. */
export async function askAndBook(load: Load, asks: readonly Ask[], {endpoint, instants = []}: Question): Promise<void> {
  const {settings, report, books, log, signal, removed} = load;
  const {batchSize, concurrency} = settings.service;
  const total =
    asks.reduce((sum, {feeds}) => sum + requestsFor(feeds, batchSize[endpoint]), 0) * Math.max(1, instants.length);
  let done = 0;
  for (const {feeds, channel} of asks) {
    const options = {instants, batchSize: batchSize[endpoint], concurrency, signal, removed};
    for await (const answer of askFeeds(load.client(channel), endpoint, feeds, options)) {
      if ("kind" in answer) {
        report.removed.push({feed: answer.feed, reason: answer.reason});
        log.warn(`left out: ${answer.reason}`);
        await books.add(answer.answer);
        continue;
      }
      await books.add({...answer, ...askedOf(answer)});
      log.step(++done, total, "requests");
    }
  }
}

function requestsFor(feeds: Ask["feeds"], batch: number): number {
  return Math.ceil(("ids" in feeds ? feeds.ids : feeds.symbols).length / batch);
}

function askedOf({request}: Answer): {asked?: number[]} {
  const ids =
    typeof request === "object" && request !== null && "priceFeedIds" in request ? request.priceFeedIds : null;
  return Array.isArray(ids) ? {asked: ids.map(Number)} : {};
}
