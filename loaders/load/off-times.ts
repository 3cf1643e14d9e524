import {type Channel, channelStepUs} from "../config/choices.js";
import {countText} from "../config/size.js";
import {spanText} from "../config/time.js";
import type {Answer} from "../service/endpoints.js";

/** Answers of another time than requested, by how many µs (below zero: early), and the likely cause. */
export interface OffTimes {
  answers: number;
  leastUs: number;
  mostUs: number;
  cause: string;
}

const minuteUs = 60_000_000; // clocks may differ by seconds
const unknownCause = "a cache, a proxy, a clock or a time zone may be wrong";

/**
 * Counts an answer if it is off. An answer of `price` should be of the requested instant, as the view `misplaced_answers`
 * judges, and one of `latest_price` of the last minute.
 */
export function withOff(off: OffTimes | null, answer: Answer, publishedUs: number | null): OffTimes | null {
  const isOf = publishedUs ?? answer.receivedAt.getTime() * 1000;
  const us = offBy(answer, isOf);
  if (us === 0) return off;
  const cause = causeOf(answer, publishedUs);
  if (off === null) return {answers: 1, leastUs: us, mostUs: us, cause};
  return {
    answers: 1 + off.answers,
    leastUs: Math.min(us, off.leastUs),
    mostUs: Math.max(us, off.mostUs),
    cause: cause === off.cause ? cause : unknownCause
  };
}

function offBy({endpoint, request, requestedAt, receivedAt}: Answer, isOf: number): number {
  if (endpoint === "price") {
    const {timestamp, channel} = request as {timestamp: number; channel: Channel};
    const step = channelStepUs[channel];
    const within = step === null ? 1_000_000 : step - 1; // the next step has another update
    return Math.abs(isOf - timestamp) > within ? isOf - timestamp : 0;
  }
  if (endpoint !== "latest_price") return 0;
  const us = isOf - (isOf < requestedAt.getTime() * 1000 ? requestedAt : receivedAt).getTime() * 1000;
  return Math.abs(us) > minuteUs ? us : 0;
}

function causeOf({receivedAt}: Answer, publishedUs: number | null): string {
  if (publishedUs === null) return "they have no time (timestampUs)";
  const isLatest = Math.abs(publishedUs - receivedAt.getTime() * 1000) <= minuteUs;
  return isLatest ? "they are the latest update: the service, or a proxy before it, ignores timestamp" : unknownCause;
}

/** Reports answers of `price` of another instant than requested; null if there are none. */
export function misplacedText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const has = off.answers === 1 ? "has another instant" : "have other instants";
  const found = `${countText(off.answers, "answer")} ${has} than requested (${offText(off)}): ${off.cause}`;
  return `${found}; their rows are kept, the requested instants are missing, and the next load requests them again`;
}

/** Reports answers of `latest_price` that are old, or of the future; null if there are none. */
export function untimelyText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const found = `${countText(off.answers, "answer")} of latest_price ${off.answers === 1 ? "is" : "are"} not of now`;
  return `${found} (${offText(off)}): ${off.cause}`;
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
