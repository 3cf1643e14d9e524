import {readFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import {join} from "node:path";
import compression from "compression";
import send from "send";
import {policyOf} from "./policy.js";

/** A running server: its address, and a way to end it. */
export interface Serving {
  url: string;
  close(): Promise<void>;
}

/** Options of `serveSite`: `port` 0 takes any free one; `base` is the path the site was built for, slashes at its ends or not. */
export interface ServeOptions {
  root: string;
  port: number;
  base?: string;
}

/**
 * Serves a built site on 127.0.0.1 as a host should: range requests, files with a hash in their name cached for good,
 * and no other host allowed by the content security policy. @throws if the port is taken
 */
export async function serveSite({root, port, base = "/"}: ServeOptions): Promise<Serving> {
  const prefix = prefixOf(base);
  const compress = compression({filter: isCompressible});
  const server = createServer((request, response) => {
    compress(request, response, () => answer(request, response, {root, prefix}));
  });
  await listen(server, port);
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {url: `http://127.0.0.1:${actual}${prefix}/`, close: () => close(server)};
}

const origin = "http://localhost";

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {root, prefix}: {root: string; prefix: string}
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  protect(response, "");
  const {url = "/", method} = request;
  // Node passes on any request line; what is thrown in here would end the process.
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  const {pathname = "", search = ""} = address ?? {};
  if (address === null) refuse(response, 400, "Bad request\n");
  else if (method !== "GET" && method !== "HEAD") refuse(response, 405, "Method not allowed\n");
  else if (pathname.startsWith(`${prefix}/`)) sendFile(root, pathname.slice(prefix.length), request, response);
  else if (pathname === "/" || pathname === prefix) redirect(response, `${prefix}/${search}`);
  else refuse(response, 404, "Not found\n");
}

// Empty for the root. Never two slashes at the start: as a redirect's target they would lead to another host.
function prefixOf(base: string): string {
  const path = base.replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `/${path}`;
}

const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
};

function sendFile(root: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  const hashed = /^\/_\w+\/.*\.[0-9a-zA-Z]{8}\.\w+$/.test(path);
  send(request, path, {root, extensions: ["html"], cacheControl: false})
    .on("headers", (_, file: string) => {
      if (file.endsWith(".html")) protect(response, textOf(file));
      response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    })
    .on("directory", () => refuse(response, 404, "Not found\n"))
    .on("error", ({status}: {status?: number}) => {
      if (status === 416) refuse(response, 416, "Range not satisfiable\n");
      else void notFound(root, response);
    })
    .pipe(response);
}

// Empty where it cannot be read, as while another takes its place: what is thrown in here would end the process.
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function notFound(root: string, response: ServerResponse): Promise<void> {
  const page = await readFile(join(root, "404.html"), "utf8").catch(() => null);
  protect(response, page ?? "");
  refuse(response, 404, page ?? "Not found\n", page === null ? "text/plain" : "text/html; charset=utf-8");
}

// A range is of the bytes as they are.
function isCompressible(request: IncomingMessage, response: ServerResponse): boolean {
  return !response.hasHeader("content-range") && compression.filter(request, response);
}

function protect(response: ServerResponse, page: string): void {
  response.setHeader("content-security-policy", `${policyOf(page)}; frame-ancestors 'self'`);
}

function refuse(response: ServerResponse, status: number, body: string, type = "text/plain"): void {
  response.writeHead(status, {"content-type": type}).end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, {location}).end();
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
