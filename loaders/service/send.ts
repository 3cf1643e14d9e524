import {pipeline} from "node:stream";
import {createUnzip} from "node:zlib";
import {request} from "undici";

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

/** A connection is used again by the next request to the same host. A redirect is an answer as any other. */
export const send: Send = async (url, {method, headers, body = null, signal}) => {
  const own = {...headers, "user-agent": "feedbook", "accept-encoding": "gzip, deflate"};
  const limits = {headersTimeout: 0, bodyTimeout: 0}; // the signal's is the one
  const answer = await request(url, {method, headers: own, body, signal, ...limits});
  const answered = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one);
  const packed = (answered.get("content-encoding") ?? "identity") !== "identity";
  return {
    status: answer.statusCode,
    headers: answered,
    body: packed ? pipeline(answer.body, createUnzip(), () => {}) : answer.body // who reads it hears of errors
  };
};
