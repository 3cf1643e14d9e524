import {channelStepUs} from "../config/choices.js";
import {instantText, spanText} from "../config/time.js";
import type {Answer} from "../service/endpoints.js";

/** Answers of another time than they should be, and by how many µs: below zero they are earlier. */
export interface OffTimes {
  answers: number;
  leastUs: number;
  mostUs: number;
  /** The first and the last time of publication among them, in Unix µs. */
  firstUs: number;
  lastUs: number;
  /** How many do not say their time, and how many are of the time of the request. */
  undated: number;
  current: number;
}

const minuteUs = 60_000_000; // clocks may differ by seconds

/**
 * How far an answer is from the time that it should be of, in µs; 0 if it is near enough. An answer of `price` should be of the
 * instant that was asked for, as `misplaced_answers` of the store judges it, too; one of `latest_price` of the last minute.
 */
export function offBy(answer: Answer, publishedUs: number | null, entries: number): number {
  const {endpoint, request, requestedAt, receivedAt} = answer;
  if (publishedUs === null && entries === 0) return 0;
  const isOf = publishedUs ?? receivedAt.getTime() * 1000;
  if (endpoint === "price") {
    const {timestamp, channel} = request as {timestamp: number; channel: keyof typeof channelStepUs};
    return Math.abs(isOf - timestamp) > (channelStepUs[channel] ?? 1_000_000) ? isOf - timestamp : 0;
  }
  if (endpoint !== "latest_price") return 0;
  const off = isOf - (isOf < requestedAt.getTime() * 1000 ? requestedAt : receivedAt).getTime() * 1000;
  return Math.abs(off) > minuteUs ? off : 0;
}

/** Adds an answer that is off by so many µs to those that are (null: none yet). */
export function withOff(off: OffTimes | null, us: number, publishedUs: number | null, receivedAt: Date): OffTimes {
  const receivedUs = receivedAt.getTime() * 1000;
  const isOf = publishedUs ?? receivedUs;
  const undated = publishedUs === null;
  const current = !undated && Math.abs(isOf - receivedUs) <= minuteUs;
  return {
    answers: 1 + (off?.answers ?? 0),
    leastUs: Math.min(us, off?.leastUs ?? us),
    mostUs: Math.max(us, off?.mostUs ?? us),
    firstUs: Math.min(isOf, off?.firstUs ?? isOf),
    lastUs: Math.max(isOf, off?.lastUs ?? isOf),
    undated: Number(undated) + (off?.undated ?? 0),
    current: Number(current) + (off?.current ?? 0)
  };
}

/** By how much answers are off: `3 h early`, or `3 h early to 5 min late`. */
export function offText({leastUs, mostUs}: OffTimes): string {
  const [least, most] = [leastUs, mostUs].map(sideText);
  return least === most ? `${least}` : `${least} to ${most}`;
}

function sideText(us: number): string {
  const seconds = Math.abs(us) / 1e6;
  return `${seconds < 10 ? `${Number(seconds.toPrecision(3))} s` : spanText(Math.round(seconds))} ${us < 0 ? "early" : "late"}`;
}

/** What probably makes answers be of another time than they should. */
export function likelyCause({answers, leastUs, mostUs, firstUs, lastUs, undated, current}: OffTimes): string {
  if (undated === answers) return "they do not say their time (timestampUs)";
  if (current === answers) return "they are the latest update: the service, or a proxy before it, ignores timestamp";
  if (firstUs === lastUs && answers > 1)
    return `all are of ${instantText(firstUs / 1000)}: a cache or a saved answer stands in for the service`;
  if (leastUs === mostUs) return "a clock, a time zone or a cache is wrong";
  return "a cache, a proxy or a clock may be wrong";
}
