import {promisify} from "node:util";
import {brotliDecompress, unzip} from "node:zlib";
import {DateTime} from "luxon";
import {Agent, request} from "undici";
import {messageOf} from "../config/errors.js";
import {type Asked, TimeoutError, TransportError} from "./endpoints.js";
import type {Secret} from "./secret.js";

/** A request to send, with its limits. */
export interface Call {
  asked: Asked;
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  limits: {timeoutMs: number; retries: number; maxRetryAfterMs: number; maxBodyBytes: number};
  secret: Secret;
  signal?: AbortSignal | undefined;
}

/** A response, the times when its try began and its last byte came, and the number of tries. */
export interface Exchange extends Reply {
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number;
  tries: number;
}

/** The outside world: network, clock (epoch ms), waiting, chance, and where retries are reported. */
export interface World {
  send: Send;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  log(text: string): void;
}

/**
 * Sends a request, and repeats tries that fail for the moment. Follows no redirect, so that the token stays with its host.
 * @throws TransportError, TimeoutError, or the signal's reason
 */
export async function exchange(call: Call, world: World): Promise<Exchange> {
  const {signal, limits, asked, secret} = call;
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    const result = await tryOnce(call, world, tries).catch((error: unknown) => ({error}));
    if ("error" in result || isPassing(result.httpStatus)) signal?.throwIfAborted();
    if (tries > limits.retries || !isWorthRetrying(result, limits.maxRetryAfterMs, world.now())) {
      if ("error" in result) throw failureOf(result.error, call, tries);
      return result;
    }
    const wait = Math.round(waitMs(result, tries, world));
    const problem = "error" in result ? problemOf(result.error, secret) : result.httpStatus;
    world.log(`${asked}: ${problem}; asking again in ${wait} ms (${tries} of ${limits.retries})`);
    await world.sleep(wait, signal).catch(() => signal?.throwIfAborted());
  }
}

// A try lasts until the last byte: one whose body breaks off or comes too slowly has failed.
async function tryOnce(call: Call, world: World, tries: number): Promise<Exchange> {
  const {url, method, headers, body, limits, signal} = call;
  const own = new AbortController(); // one per try, as listeners would pile up on a long-lived signal
  const abort = () => own.abort(signal?.reason);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    own.abort();
  }, limits.timeoutMs);
  signal?.addEventListener("abort", abort);
  const requestedAt = new Date(world.now());
  const started = performance.now();
  try {
    const reply = await world.send(url, {method, headers, body, maxBytes: limits.maxBodyBytes, signal: own.signal});
    const latencyMs = performance.now() - started;
    return {...reply, requestedAt, receivedAt: new Date(world.now()), latencyMs, tries};
  } catch (error) {
    throw timedOut ? new NoAnswerInTime() : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

// Drops the original error and its causes on purpose, as they may hold the request with its headers.
function failureOf(error: unknown, {asked, limits, secret}: Call, tries: number): Error {
  const often = tries === 1 ? "" : ` in ${tries} tries`;
  if (error instanceof BodyTooLong) {
    const advice = "ask for fewer feeds at a time (service.batchSize), or raise service.maxBodyBytes";
    return new TransportError(asked, `${asked} answered more than ${limits.maxBodyBytes} bytes; ${advice}`);
  }
  if (error instanceof NoAnswerInTime) {
    const advice = "ask for less at a time, or raise service.timeoutMs";
    return new TimeoutError(asked, `${asked} did not answer within ${limits.timeoutMs} ms${often}; ${advice}`);
  }
  const message = `${asked} failed${often}: ${problemOf(error, secret)}; check the network and FEEDBOOK_BASE_URL`;
  return new TransportError(asked, message);
}

function problemOf(error: unknown, secret: Secret): string {
  if (error instanceof NoAnswerInTime) return "no answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown network error";
  return secret.line(messageOf(cause) || code);
}

/** A try whose last byte did not come in time. */
class NoAnswerInTime extends Error {}

// The backoff doubles from `firstMs` to `mostMs`, less up to half at random. A Retry-After below `leastMs`, such as a date in the
// past, may come from a wrong clock; one above `longestMs` is cut to a year.
const retryPolicy = {
  statuses: [408, 425, 429],
  firstMs: 300,
  mostMs: 10_000,
  leastMs: 100,
  longestMs: 365 * 86_400_000
};

/** Whether a status is temporary (408, 425, 429 or 5xx): the same request may succeed later. */
export function isPassing(status: number): boolean {
  return retryPolicy.statuses.includes(status) || (status >= 500 && status < 600);
}

type Result = Exchange | {error: unknown};

function isWorthRetrying(result: Result, maxRetryAfterMs: number, now: number): boolean {
  if ("error" in result) return !(result.error instanceof BodyTooLong);
  return isPassing(result.httpStatus) && (retryAfterMs(result.headers, now) ?? 0) <= maxRetryAfterMs;
}

function waitMs(result: Result, retry: number, {now, random}: World): number {
  const {firstMs, mostMs, leastMs} = retryPolicy;
  const requested = "error" in result ? null : retryAfterMs(result.headers, now());
  if (requested !== null && requested >= leastMs) return requested;
  return Math.min(mostMs, firstMs * 2 ** (retry - 1)) * (1 - random() / 2);
}

/** The wait of a `Retry-After` header (seconds or an HTTP date), in milliseconds from `now`; null if absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const {longestMs} = retryPolicy;
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  const date = DateTime.fromHTTP(text);
  return date.isValid ? Math.min(Math.max(0, date.toMillis() - now), longestMs) : null;
}

/** A request as it is sent; the answer's body has at most `maxBytes`, both packed and unpacked. */
interface Sent extends Pick<Call, "method" | "headers"> {
  body?: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
}

/** A response as it came from the socket, whatever its status, its body unpacked. */
interface Reply {
  httpStatus: number;
  headers: Headers;
  body: string;
}

/**
 * Sends a request over the network; only its signal limits the time.
 * @throws BodyTooLong, an error of the network or of unpacking, or the signal's reason
 */
export type Send = (url: string, sent: Sent) => Promise<Reply>;

// No timeouts of its own, as the signal has the limit.
const dispatcher = new Agent({headersTimeout: 0, bodyTimeout: 0, connect: {timeout: 0}});

/** Sends with undici, which reuses connections to the same host. Follows no redirect. */
export const send: Send = async (url, {method, headers, body = null, maxBytes, signal}) => {
  const own = {...headers, "user-agent": "feedbook", "accept-encoding": "gzip, deflate, br"};
  const answer = await request(url, {method, headers: own, body, signal, dispatcher});
  const lists = Object.entries(answer.headers).map(([name, value = ""]): [string, string] => [name, `${value}`]);
  const answered = new Headers(lists);
  const bytes = await unpack(await readBytes(answer.body, maxBytes), answered.get("content-encoding"), maxBytes);
  return {httpStatus: answer.statusCode, headers: answered, body: new TextDecoder().decode(bytes)};
};

/** The body is longer than allowed. */
class BodyTooLong extends Error {}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLong(); // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unpackers = new Map([
  ["gzip", promisify<Uint8Array, object, Uint8Array>(unzip)],
  ["deflate", promisify<Uint8Array, object, Uint8Array>(unzip)],
  ["br", promisify<Uint8Array, object, Uint8Array>(brotliDecompress)]
]);

// Not by undici's interceptor, which fails on an empty refusal with a content-encoding.
async function unpack(bytes: Uint8Array, encoding: string | null, maxBytes: number): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() || "identity";
  if (bytes.length === 0 || name === "identity") return bytes;
  const unpacker = unpackers.get(name);
  if (unpacker === undefined) throw new Error(`content-encoding ${name}, where gzip, deflate or br was requested`);
  try {
    return await unpacker(bytes, {maxOutputLength: maxBytes});
  } catch (error) {
    throw error instanceof RangeError ? new BodyTooLong() : error; // ERR_BUFFER_TOO_LARGE
  }
}
