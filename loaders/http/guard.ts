import {type IncomingMessage, type Server, ServerResponse} from "node:http";
import type {Socket} from "node:net";
import {loopback} from "../config/exposure.js";

/** What a server allows besides GET and HEAD, and besides loopback names as host. */
export interface Guarded {
  methods?: readonly string[] | ((path: string) => readonly string[]);
  hosts?: readonly string[];
  /** Gives the reason why a path is not served; null if it is. */
  hides?: (path: string) => string | null;
}

/** Headers of every answer: browsers trust its type, and no page of another origin can embed or read it. */
const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
};

/**
 * Protects a server on this machine: refuses requests and upgrades with a foreign Host or Origin, another method, or a
 * path that is malformed or hidden, before its listeners see them.
 */
export function guard(server: Server, guarded: Guarded = {}): void {
  for (const event of ["request", "upgrade"]) {
    const listeners = server.listeners(event);
    if (listeners.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Socket, ...rest: unknown[]) => {
      const fault = faultOf(request, guarded);
      if (fault !== null) refuse(answer instanceof ServerResponse ? answer : responseOn(answer, request), ...fault);
      else {
        if (answer instanceof ServerResponse) protect(answer);
        for (const listener of listeners) listener.call(server, request, answer, ...rest);
      }
    });
  }
}

/** Answers with a status and a sentence as plain text. */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  protect(response);
  response.writeHead(status, {"content-type": "text/plain; charset=utf-8"}).end(`${sentence}\n`);
}

/** The decoded path of a request; null if it does not parse, or if decoding it twice would give another path. */
export function pathOf({url = ""}: IncomingMessage): string | null {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*/, ""));
    return /^\/(?!\/)/.test(path) && !/[\p{Cc}\\]|\/\/|%[\da-f]{2}/iu.test(path) ? path : null;
  } catch {
    return null;
  }
}

type Fault = [status: number, sentence: string];

function faultOf(request: IncomingMessage, {methods = [], hosts = [], hides = () => null}: Guarded): Fault | null {
  const {headers, method = "", socket} = request;
  const {host = "", origin, "sec-fetch-site": from, "sec-fetch-dest": to} = headers;
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const here = `http://127.0.0.1:${socket.localPort}/`;
  if (!loopback.test(name) && !hosts.includes(name)) return [421, `unknown host: ${host || "none"}: open ${here}`];
  const isForeign = /^(?:cross|same)-site$/.test(String(from)) && to !== "document";
  const schemes = hosts.includes(name) ? ["http", "https"] : ["http"]; // a proxy before us may speak TLS
  const isOurs = origin === undefined || schemes.some((scheme) => isSame(origin, `${scheme}://${host}`));
  if (isForeign || !isOurs) return [403, `a page of another origin cannot read this: open ${here} in a tab of its own`];
  const path = pathOf(request);
  const allowed = ["GET", "HEAD", ...(typeof methods === "function" ? methods(path ?? "") : methods)];
  if (!allowed.includes(method)) return [405, `method not allowed: ${method}: use ${allowed.join(", ")}`];
  if (path === null) return [400, "bad request: the path is malformed"];
  if (path.length > 1000 || /[^/]{200}/.test(path))
    return [414, "path too long: over 1,000 characters, or a name in it over 199"];
  const reason = path.includes("/.") ? "hidden files and folders are not served" : hides(path);
  return reason === null ? null : [404, `nothing here: ${reason}`];
}

function isSame(origin: string, own: string): boolean {
  return origin.toLowerCase() === own.toLowerCase();
}

function protect(response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

// Node makes no response for an upgrade, and nobody else listens to errors of its socket.
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  socket.on("error", () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  return response.on("finish", () => socket.end());
}
