import {afterAll, beforeAll} from "vitest";
import {properties} from "../../../loaders/config/choices.js";
import type {Serving} from "../../../loaders/http/listen.js";
import {type SandboxOptions, startSandbox} from "../../../loaders/service/sandbox/server.js";

/** A clock that stands: 2026-07-15 15:00:00.123 UTC, a Wednesday on which every market is open. */
export const nowMs = Date.UTC(2026, 6, 15, 15, 0, 0, 123);

/** The same in µs, at the latest instant of the channel `fixed_rate@200ms`. */
export const latestUs = (nowMs - 123) * 1000;

/** A request for feed 1 with every property, to be changed. */
export const wish = {priceFeedIds: [1], properties: [...properties], formats: [], channel: "fixed_rate@200ms"};

/** Posts to a sandbox that listens for the tests of a file. */
export interface Http {
  url(): string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The answer's status, and its body: parsed if it is JSON, text if not. */
  ask(path: string, body: unknown): Promise<{status: number; type: string | null; body: unknown}>;
}

/** A sandbox on a free port, from before the first test of the file to after the last. */
export function useSandbox(options: SandboxOptions = {now: () => nowMs}): Http {
  let sandbox: Serving;
  beforeAll(async () => {
    sandbox = await startSandbox(options);
  });
  afterAll(() => sandbox.close());
  const post: Http["post"] = (path, body, headers = {authorization: "Bearer any"}) =>
    fetch(sandbox.url + path, {
      method: "POST",
      headers: {"content-type": "application/json", ...headers},
      body: typeof body === "string" ? body : JSON.stringify(body)
    });
  const ask: Http["ask"] = async (path, body) => {
    const answer = await post(path, body);
    const type = answer.headers.get("content-type");
    const text = await answer.text();
    return {status: answer.status, type, body: type === "application/json" ? JSON.parse(text) : text};
  };
  return {url: () => sandbox.url, post, ask};
}
