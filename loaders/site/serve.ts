import {readFile} from "node:fs/promises";
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import {join} from "node:path";
import sirv from "sirv";

/** A running server: its address, and a way to end it. */
export interface Serving {
  url: string;
  close(): Promise<void>;
}

/** Options of `serveSite`: `port` 0 takes any free one; `base` is the path the site was built for. */
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
  const files = sirv(root, {dev: true, etag: true, setHeaders});
  const prefix = base.replace(/\/$/, "");
  const server = createServer((request, response) => {
    const {pathname, search} = new URL(request.url ?? "/", "http://localhost");
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
    if (prefix !== "" && (pathname === "/" || pathname === prefix)) {
      response.writeHead(302, {location: `${prefix}/${search}`}).end();
    } else if (!pathname.startsWith(`${prefix}/`)) refuse(response, 404);
    else {
      request.url = `${pathname.slice(prefix.length)}${search}`;
      withoutEncoding(response);
      files(request, response, () => void notFound(root, request, response));
    }
  });
  await listen(server, port);
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {url: `http://127.0.0.1:${actual}${prefix}/`, close: () => close(server)};
}

// Framework's pages start with an inline module; DuckDB-Wasm compiles its module from a blob, in a worker.
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'"
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
};

function setHeaders(response: ServerResponse, path: string): void {
  const hashed = /^\/_\w+\/.*\.[0-9a-f]{8}\.\w+$/.test(path);
  response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
  if (path.endsWith(".duckdb")) response.setHeader("content-type", "application/octet-stream");
  if (path.endsWith(".gz")) response.setHeader("content-type", "application/gzip");
}

// sirv declares a file that ends in .gz as an encoding of another; ours is to arrive as it is.
function withoutEncoding(response: ServerResponse): void {
  const write = response.writeHead.bind(response);
  response.writeHead = (status: number, fields?: unknown) => {
    const {"Content-Encoding": _, ...rest} = Object(fields);
    return write(status, rest);
  };
}

async function notFound(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(join(root, "404.html")).catch(() => "Not found\n");
  response.writeHead(404, {"content-type": typeof page === "string" ? "text/plain" : "text/html; charset=utf-8"});
  response.end(request.method === "HEAD" ? undefined : page);
}

function refuse(response: ServerResponse, status: number): void {
  response
    .writeHead(status, {"content-type": "text/plain"})
    .end(status === 405 ? "Method not allowed\n" : "Not found\n");
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
