import type {Sighting} from "../service/send.js";
import {fix, type Verdict} from "./check.js";

/** By how much the local clock is ahead of the service's, in ms: somewhere between the two. */
export interface Skew {
  leastMs: number;
  mostMs: number;
}

/** An update of the service: when it says to have published it, and when it came, in epoch ms. */
export interface Published {
  publishedAt: number;
  receivedAt: number;
}

const mattersMs = 1000;
const losesMs = 60_000;

/**
 * The skew that all responses allow. A `Date` header is a whole second, cut off: the service's clock stood within the
 * second after it, at some time between sending and receiving. An update was published before it came. Null if neither
 * is known.
 */
export function skewOf(sightings: readonly Sighting[], published: readonly Published[] = []): Skew | null {
  const dated = sightings.flatMap(({serverAt, ...at}) => (serverAt === null ? [] : [{...at, serverAt}]));
  const updates = Math.min(...published.map(({publishedAt, receivedAt}) => receivedAt - publishedAt));
  if (dated.length === 0) return updates === Infinity ? null : {leastMs: updates - 2 * mattersMs, mostMs: updates};
  const leastMs = Math.max(...dated.map(({sentAt, serverAt}) => sentAt - serverAt - 1000));
  const mostMs = Math.min(...dated.map(({receivedAt, serverAt}) => receivedAt - serverAt));
  if (leastMs > mostMs) return {leastMs: mostMs, mostMs: leastMs}; // several clocks behind one address
  return {leastMs, mostMs: Math.max(leastMs, Math.min(mostMs, updates))};
}

/** What a skew means. */
export function clockVerdict(skew: Skew | null): Verdict {
  if (skew === null) return "not compared: no response gave the service's time";
  const {leastMs, mostMs} = skew;
  const span = `${Math.round(Math.min(Math.abs(leastMs), Math.abs(mostMs)))} to ${Math.round(Math.max(Math.abs(leastMs), Math.abs(mostMs)))} ms`;
  const sure = Math.max(leastMs, -mostMs); // by this much at least, one way or the other
  if (sure < 0)
    return `agrees with the service's within ${Math.round(Math.max(-leastMs, mostMs))} ms, as far as its Date says (${matters})`;
  const found = `the local clock is ${span} ${leastMs > 0 ? "ahead of" : "behind"} the service's`;
  if (sure < mattersMs) return `${found} (${matters})`;
  const loss = leastMs > losesMs ? "; a history books instants to come as missing" : "";
  return fix(
    `${found}: ages and the newest instants of a load are wrong by as much${loss}; set the clock, as with NTP`
  );
}

const matters = `it matters from ${mattersMs} ms on`;
