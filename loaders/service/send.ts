import {pipeline, Readable} from "node:stream";
import {createUnzip} from "node:zlib";
import {Agent, request} from "undici";

/** A request as it goes out. */
export interface Sent {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
}

/** An answer whose body is still to be read, unpacked. */
export interface Reply {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array>;
}

/** Sends a request over the network, with no limit of time but its signal. @throws what the network says, or the signal's reason */
export type Send = (url: string, sent: Sent) => Promise<Reply>;

// The signal's limit is the one.
const dispatcher = new Agent({headersTimeout: 0, bodyTimeout: 0, connect: {timeout: 0}});

/** A connection is used again by the next request to the same host. A redirect is an answer as any other. */
export const send: Send = async (url, {method, headers, body = null, signal}) => {
  const own = {...headers, "user-agent": "feedbook", "accept-encoding": "gzip, deflate"};
  const answer = await request(url, {method, headers: own, body, signal, dispatcher});
  const answered = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one);
  return {status: answer.statusCode, headers: answered, body: unpacked(answer.body, answered)};
};

// Whoever reads the body hears of its errors.
function unpacked(body: Readable, headers: Headers): AsyncIterable<Uint8Array> {
  const encodings = headers.get("content-encoding")?.toLowerCase().split(",") ?? [];
  const steps = encodings.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
  return steps.length === 0 ? body : inflated(body, steps.length);
}

// A refusal may say that it is packed and be empty. Undici's own interceptor fails at that (and is experimental in 7.30).
async function* inflated(body: Readable, times: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const {value: start, done} = await chunks.next();
  if (done) return;
  let unzipped: Readable = Readable.from(behind(start, chunks));
  for (let time = 0; time < times; time++) unzipped = pipeline(unzipped, createUnzip(), () => {});
  try {
    yield* unzipped;
  } finally {
    body.destroy(); // where nobody reads on, the connection is let go
  }
}

async function* behind(start: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** The body is longer than allowed. */
export class BodyTooLong extends Error {}

/** Reads a body, unpacked already, as UTF-8 text, and stops at `maxBytes` of it. @throws BodyTooLong */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLong(); // leaving the loop cancels the body
    pieces.push(decoder.decode(chunk, {stream: true}));
  }
  return pieces.join("") + decoder.decode();
}

/** When a response came: by the local clock (epoch ms) sent and received, and by its own `Date` header (a whole second). */
export interface Sighting {
  url: string;
  sentAt: number;
  receivedAt: number;
  serverAt: number | null;
}

/** A `send` that notes when each response came, for whoever compares clocks; what it does is otherwise the same. */
export function datedSend(now: () => number = Date.now): {send: Send; sightings: Sighting[]} {
  const sightings: Sighting[] = [];
  return {
    sightings,
    async send(url, sent) {
      const sentAt = now();
      const response = await send(url, sent);
      const date = Date.parse(response.headers.get("date") ?? "");
      sightings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return response;
    }
  };
}
