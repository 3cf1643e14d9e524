import {HTTPError} from "ky";
import {DateTime} from "luxon";
import {BodyTooLong} from "./body.js";

/** When a try is repeated, and after how long: backoff doubles from `firstMs` to `mostMs`, less up to half at random. */
export const retryPolicy = {
  methods: ["get", "post"], // every endpoint only reads
  statuses: [408, 429],
  statusesFrom: 500,
  firstMs: 300,
  mostMs: 10_000
} as const;

/** Whether a status passes by itself, so that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return status >= retryPolicy.statusesFrom || retryPolicy.statuses.some((passing) => passing === status);
}

/** Whether a failed try is worth another: not if refused, if too long, or if told to wait beyond `maxRetryAfterMs`. */
export function isWorthRetrying(error: Error, maxRetryAfterMs: number, now: number): boolean {
  if (error instanceof BodyTooLong) return false;
  if (!(error instanceof HTTPError)) return true; // a network error or a timeout
  const {status, headers} = error.response;
  return isPassing(status) && (retryAfterMs(headers, now) ?? 0) <= maxRetryAfterMs;
}

/** Milliseconds to wait before retry number `retry` (from 1): what the service says, else the backoff. */
export function waitMs(error: Error, retry: number, now: number, random: number): number {
  const told = error instanceof HTTPError ? retryAfterMs(error.response.headers, now) : null;
  return told ?? Math.min(retryPolicy.mostMs, retryPolicy.firstMs * 2 ** (retry - 1)) * (1 - random / 2);
}

/** What a `Retry-After` header says, seconds or an HTTP date, in milliseconds from `now`; null if absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = DateTime.fromHTTP(text);
  return date.isValid ? Math.max(0, date.toMillis() - now) : null;
}
