import {DateTime} from "luxon";
import type {Exchange} from "./answer.js";
import {BodyTooLong} from "./send.js";

/** A try that was answered, but with no success. */
export class StatusError extends Error {
  constructor(readonly answer: Exchange) {
    super(`status ${answer.httpStatus}`);
  }
}

/** A try that was not answered to the last byte within its time. */
export class NoAnswerInTime extends Error {}

/** When a try is repeated (every endpoint only reads), and after how long: backoff doubles from `firstMs` to `mostMs`, less up to half at random. */
export const retryPolicy = {
  statuses: [408, 425, 429],
  statusesFrom: 500,
  statusesBelow: 600,
  firstMs: 300,
  mostMs: 10_000
} as const;

/** Whether a status passes by itself, so that the same request may succeed later. */
export function isPassing(status: number): boolean {
  const {statuses, statusesFrom, statusesBelow} = retryPolicy;
  return (status >= statusesFrom && status < statusesBelow) || statuses.some((passing) => passing === status);
}

/** Whether a failed try is worth another: not if refused, if too long, or if asked to wait beyond `maxRetryAfterMs`. */
export function isWorthRetrying(error: Error, maxRetryAfterMs: number, now: number): boolean {
  if (error instanceof BodyTooLong) return false;
  if (!(error instanceof StatusError)) return true; // a network error or a timeout
  const {httpStatus, headers} = error.answer;
  return isPassing(httpStatus) && (retryAfterMs(headers, now) ?? 0) <= maxRetryAfterMs;
}

/** Milliseconds to wait before retry number `retry` (from 1): what the service says, else the backoff. */
export function waitMs(error: Error, retry: number, now: number, random: number): number {
  const asked = error instanceof StatusError ? retryAfterMs(error.answer.headers, now) : null;
  return asked ?? Math.min(retryPolicy.mostMs, retryPolicy.firstMs * 2 ** (retry - 1)) * (1 - random / 2);
}

const longestMs = 365 * 86_400_000; // a year says as much as a million of them

/** What a `Retry-After` header says, seconds or an HTTP date, in milliseconds from `now`; null if absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  const date = DateTime.fromHTTP(text);
  return date.isValid ? Math.min(Math.max(0, date.toMillis() - now), longestMs) : null;
}
