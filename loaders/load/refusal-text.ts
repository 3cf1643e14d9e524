import type {RejectedFeed} from "../service/batch.js";
import {feedName, type KnownFeeds} from "./catalogue.js";

/** Whether a feed was refused as one that nobody knows. */
export function isUnknown({feed, reason}: Pick<RejectedFeed, "feed" | "reason">, known: KnownFeeds): boolean {
  return !(typeof feed === "number" && known.has(feed)) && !/not entitled|not available for channel/i.test(reason);
}

/** Why a feed was refused, by name: symbol and id, the service's text, and what to do. */
export function explainRefusal({feed, reason}: Pick<RejectedFeed, "feed" | "reason">, known: KnownFeeds): string {
  const entry = typeof feed === "number" ? known.get(feed) : undefined;
  const name = typeof feed === "number" ? feedName(feed, entry?.symbol) : feed;
  return `${name}: ${reason}; ${advice()}`;

  function advice(): string {
    if (/not entitled/i.test(reason)) return "ask the service for access to it, or leave it out of feeds";
    if (/not available for channel/i.test(reason)) return "give a slower --channel";
    if (isUnknown({feed, reason}, known))
      return "no catalogue lists it: find the right one with feedbook feeds, or leave it out";
    return `the catalogue lists it as ${entry?.state ?? "a feed"}: feedbook feeds --refresh tells if that is out of date`;
  }
}
