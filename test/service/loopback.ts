import {createServer, type IncomingHttpHeaders, type ServerResponse} from "node:http";
import {onTestFinished} from "vitest";
import {readConfig} from "../../loaders/config/schema.js";
import type {ServiceSettings} from "../../loaders/service/client.js";
import type {Answer} from "../../loaders/service/endpoints.js";
import type {World} from "../../loaders/service/exchange.js";

export const token = "tok/s3cret+Key=";

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Reply = (response: ServerResponse, seen: Seen) => void;

export interface Loopback {
  url: string;
  seen: Seen[];
}

// A real server that gives one reply after the other, the last one again and again, and is gone after the test.
export async function serve(...replies: Reply[]): Promise<Loopback> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const {method = "", url = "", headers} = request;
    const one = {method, url, headers, body: Buffer.concat(chunks).toString("utf8")};
    seen.push(one);
    replies[Math.min(seen.length, replies.length) - 1]?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {url: `http://127.0.0.1:${address.port}`, seen};
}

export function reply(status: number, text = "", headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, {"content-type": "text/plain", ...headers}).end(text);
}

export function settingsFor(baseUrl: string, service: Parameters<typeof readConfig>[0] = {}): ServiceSettings {
  return {baseUrl, token, service: readConfig({service}).service};
}

// What a client without network answers to a request.
export function answerTo(request: unknown, body: object = {}): Answer {
  const at = {requestedAt: new Date(0), receivedAt: new Date(0), latencyMs: 0, httpStatus: 200, simulated: false};
  return {endpoint: "price", baseUrl: "http://127.0.0.1", request, ...at, body: JSON.stringify(body)};
}

// A world whose waits are over at once and written down; half a chance makes the backoff three quarters.
export function quickWorld(): Pick<World, "sleep" | "random" | "log"> & {waits: number[]; logged: string[]} {
  const waits: number[] = [];
  const logged: string[] = [];
  return {
    waits,
    logged,
    async sleep(ms) {
      waits.push(ms);
    },
    random: () => 0.5,
    log: (text) => logged.push(text)
  };
}
