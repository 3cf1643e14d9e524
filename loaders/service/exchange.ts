import ky, {HTTPError, TimeoutError as KyTimeoutError} from "ky";
import {messageOf} from "../config/message.js";
import {BodyTooLong, readText} from "./body.js";
import {type Asked, TimeoutError, TransportError} from "./errors.js";
import {isWorthRetrying, retryPolicy, waitMs} from "./retry.js";
import type {Secret} from "./secret.js";

/** One request to send, with the limits it is under. */
export interface Call {
  asked: Asked;
  url: string;
  method: "get" | "post";
  headers: Record<string, string>;
  body?: string;
  limits: {timeoutMs: number; retries: number; maxRetryAfterMs: number; maxBodyBytes: number};
  secret: Secret;
  signal?: AbortSignal | undefined;
}

/** A whole response, whatever its status, with the times of the try that got it and the number of tries. */
export interface Exchange {
  status: number;
  headers: Headers;
  text: string;
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number;
  tries: number;
}

/** The outside world: network, clock (epoch ms), waiting, chance, and where retries are told. */
export interface World {
  fetch: typeof fetch;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  log(text: string): void;
}

/**
 * Sends a request, repeating tries that fail in passing. A redirect is not followed: the token stays with its host.
 * @throws TransportError, TimeoutError, or the signal's reason
 */
export async function exchange(call: Call, world: World): Promise<Exchange> {
  const {signal, limits} = call;
  const own = new AbortController(); // one per call: ky's listeners would pile up on a signal that lives long
  const abort = () => own.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", abort);
  const whole = wholeResponses(limits.maxBodyBytes, world);
  try {
    return whole.of(await send(call, whole.fetch, own.signal, world));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HTTPError) return whole.of(error.response);
    throw failureOf(error, call, whole.tries());
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

function send(
  call: Call,
  fetch: World["fetch"],
  signal: AbortSignal,
  {now, sleep, random, log}: World
): Promise<Response> {
  const {asked, url, method, headers, body, limits, secret} = call;
  return ky(url, {
    method,
    headers,
    ...(body === undefined ? {} : {body}),
    redirect: "manual",
    signal,
    timeout: limits.timeoutMs,
    fetch,
    retry: {
      limit: limits.retries,
      methods: [...retryPolicy.methods],
      delay: () => 0, // the waiting is in beforeRetry, by the clock that was given
      shouldRetry: ({error}) => !signal.aborted && isWorthRetrying(error, limits.maxRetryAfterMs, now())
    },
    hooks: {
      beforeRetry: [
        async ({error, retryCount}) => {
          const wait = Math.round(waitMs(error, retryCount, now(), random()));
          log(`${asked}: ${problemOf(error, secret)}; asking again in ${wait} ms (${retryCount} of ${limits.retries})`);
          await sleep(wait, signal);
        }
      ]
    }
  });
}

// A try lasts to the last byte: so a body that breaks off or drips is a failed try, which ky's timeout and retries see.
function wholeResponses(maxBodyBytes: number, world: World) {
  const read = new WeakMap<Response, Exchange>();
  let tries = 0;
  return {
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      tries += 1;
      const requestedAt = new Date(world.now());
      const started = performance.now();
      const response = await world.fetch(input, init);
      const text = await readText(response, maxBodyBytes);
      const {status, headers} = response;
      const latencyMs = performance.now() - started;
      read.set(response, {status, headers, text, requestedAt, receivedAt: new Date(world.now()), latencyMs, tries});
      return response;
    },
    of(response: Response): Exchange {
      const found = read.get(response);
      if (found === undefined) throw new Error("response of no try");
      return found;
    },
    tries: () => tries
  };
}

// The original error is dropped on purpose, causes and all: ky's hold the request with its headers.
function failureOf(error: unknown, {asked, limits, secret}: Call, tries: number): Error {
  const often = tries === 1 ? "" : ` in ${tries} tries`;
  if (error instanceof BodyTooLong) {
    const advice = "ask for fewer feeds at a time (service.batchSize), or raise service.maxBodyBytes";
    return new TransportError(asked, `${asked} answered more than ${limits.maxBodyBytes} bytes; ${advice}`, null);
  }
  if (error instanceof KyTimeoutError) {
    const advice = "ask for less at a time, or raise service.timeoutMs";
    return new TimeoutError(asked, `${asked} did not answer within ${limits.timeoutMs} ms${often}; ${advice}`);
  }
  const message = `${asked} failed${often}: ${problemOf(error, secret)}; check the network and FEEDBOOK_BASE_URL`;
  return new TransportError(asked, message, null, codeOf(error, secret));
}

function problemOf(error: unknown, secret: Secret): string {
  if (error instanceof HTTPError) return `${error.response.status}`;
  if (error instanceof KyTimeoutError) return "no answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = messageOf(cause);
  return secret.line(message === "" ? (codeOf(error, secret) ?? "unknown network error") : message);
}

function codeOf(error: unknown, secret: Secret): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error && "code" in cause)) return null;
  return typeof cause.code === "string" ? secret.line(cause.code) : null;
}
