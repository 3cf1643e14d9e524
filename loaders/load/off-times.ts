import {type Channel, channelStepUs} from "../config/choices.js";
import {countText} from "../config/size.js";
import {instantText, spanText} from "../config/time.js";
import type {Answer} from "../service/endpoints.js";

/** Answers of another time than they should be, and by how many µs; below zero they are early. */
export interface OffTimes {
  answers: number;
  leastUs: number;
  mostUs: number;
  /** The first and the last time of publication among them, in Unix µs. */
  firstUs: number;
  lastUs: number;
  /** Whether none says its time, and whether all are of the time at which they came. */
  undated: boolean;
  current: boolean;
}

const minuteUs = 60_000_000; // clocks may differ by seconds

/**
 * Adds an answer to those that are off (null: none), if it is. An answer of `price` should be of the instant that was asked
 * for, as `misplaced_answers` of the store judges it, too; one of `latest_price` of the last minute.
 */
export function withOff(off: OffTimes | null, answer: Answer, publishedUs: number | null): OffTimes | null {
  const receivedUs = answer.receivedAt.getTime() * 1000;
  const isOf = publishedUs ?? receivedUs;
  const us = offBy(answer, isOf);
  if (us === 0) return off;
  const {leastUs, mostUs, firstUs, lastUs} = off ?? {leastUs: us, mostUs: us, firstUs: isOf, lastUs: isOf};
  return {
    answers: 1 + (off?.answers ?? 0),
    leastUs: Math.min(us, leastUs),
    mostUs: Math.max(us, mostUs),
    firstUs: Math.min(isOf, firstUs),
    lastUs: Math.max(isOf, lastUs),
    undated: publishedUs === null && off?.undated !== false,
    current: Math.abs(isOf - receivedUs) <= minuteUs && off?.current !== false
  };
}

function offBy({endpoint, request, requestedAt, receivedAt}: Answer, isOf: number): number {
  if (endpoint === "price") {
    const {timestamp, channel} = request as {timestamp: number; channel: Channel};
    const step = channelStepUs[channel];
    const within = step === null ? 1_000_000 : step - 1; // an update of the next step is another one
    return Math.abs(isOf - timestamp) > within ? isOf - timestamp : 0;
  }
  if (endpoint !== "latest_price") return 0;
  const us = isOf - (isOf < requestedAt.getTime() * 1000 ? requestedAt : receivedAt).getTime() * 1000;
  return Math.abs(us) > minuteUs ? us : 0;
}

/** What is to be said of answers of `price` of another instant than was asked for; null if there are none. */
export function misplacedText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const has = off.answers === 1 ? "has another instant" : "have other instants";
  const found = `${countText(off.answers, "answer")} ${has} than requested (${offText(off)}): ${likelyCause(off)}`;
  return `${found}; their rows are kept, the requested instants are missing, and the next load requests them again`;
}

/** What is to be said of answers of `latest_price` that are old, or of the future; null if there are none. */
export function untimelyText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const found = `${countText(off.answers, "answer")} of latest_price ${off.answers === 1 ? "is" : "are"} not of now`;
  return `${found} (${offText(off)}): ${likelyCause(off)}`;
}

/** By how much answers are off: `3 h early`, or `3 h early to 5 min late`. */
export function offText({leastUs, mostUs}: OffTimes): string {
  return [...new Set([leastUs, mostUs])].map(sideText).join(" to ");
}

function sideText(us: number): string {
  const seconds = Math.abs(us) / 1e6;
  const span = seconds < 10 ? `${Number(seconds.toPrecision(3))} s` : spanText(Math.round(seconds));
  return `${span} ${us < 0 ? "early" : "late"}`;
}

function likelyCause({answers, leastUs, mostUs, firstUs, lastUs, undated, current}: OffTimes): string {
  if (undated) return "they do not say their time (timestampUs)";
  if (current) return "they are the latest update: the service, or a proxy before it, ignores timestamp";
  if (firstUs === lastUs && answers > 1)
    return `all are of ${instantText(firstUs / 1000)}: a cache or a saved answer stands in for the service`;
  return leastUs === mostUs ? "a clock, a time zone or a cache is wrong" : "a cache, a proxy or a clock may be wrong";
}
