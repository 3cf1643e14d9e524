import {promisify} from "node:util";
import {brotliDecompress, unzip} from "node:zlib";
import {Agent, request} from "undici";

/** A request as it goes out. */
export interface Sent {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  /** Most bytes of the answer's body, as it comes and unpacked. */
  maxBytes: number;
  signal: AbortSignal;
}

/** A response as it came from the socket, whatever its status, its body unpacked. */
export interface Reply {
  httpStatus: number;
  headers: Headers;
  body: string;
}

/**
 * Sends a request over the network, with no limit of time but its signal.
 * @throws BodyTooLong, UnknownEncoding, what the network or the unpacking says, or the signal's reason
 */
export type Send = (url: string, sent: Sent) => Promise<Reply>;

// The signal's limit is the one.
const dispatcher = new Agent({headersTimeout: 0, bodyTimeout: 0, connect: {timeout: 0}});

/** A connection is used again by the next request to the same host. A redirect is an answer as any other. */
export const send: Send = async (url, {method, headers, body = null, maxBytes, signal}) => {
  const own = {...headers, "user-agent": "feedbook", "accept-encoding": "gzip, deflate, br"};
  const answer = await request(url, {method, headers: own, body, signal, dispatcher});
  const answered = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one);
  const bytes = await unpack(await readBytes(answer.body, maxBytes), answered.get("content-encoding"), maxBytes);
  return {httpStatus: answer.statusCode, headers: answered, body: new TextDecoder().decode(bytes)};
};

/** The body is longer than allowed. */
export class BodyTooLong extends Error {}

/** The body is packed in a way that was not asked for, such as `zstd`: the next one would be, too. */
export class UnknownEncoding extends Error {}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLong(); // leaving the loop lets the connection go
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unpackers = new Map([
  ["gzip", promisify<Uint8Array, object, Uint8Array>(unzip)],
  ["deflate", promisify<Uint8Array, object, Uint8Array>(unzip)],
  ["br", promisify<Uint8Array, object, Uint8Array>(brotliDecompress)]
]);

// A refusal may say that it is packed and be empty: undici's own interceptor fails at that (and is experimental in 7.30).
async function unpack(bytes: Uint8Array, encoding: string | null, maxBytes: number): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() || "identity";
  if (bytes.length === 0 || name === "identity") return bytes;
  const unpacker = unpackers.get(name);
  if (unpacker === undefined) throw new UnknownEncoding(`cannot unpack a body of content-encoding ${name}`);
  try {
    return await unpacker(bytes, {maxOutputLength: maxBytes});
  } catch (error) {
    throw error instanceof RangeError ? new BodyTooLong() : error; // ERR_BUFFER_TOO_LARGE
  }
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
      const reply = await send(url, sent);
      const date = Date.parse(reply.headers.get("date") ?? "");
      sightings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return reply;
    }
  };
}
