import {readFileSync} from "node:fs";
import {readFile, realpath} from "node:fs/promises";
import type {IncomingMessage, ServerResponse} from "node:http";
import {join, sep} from "node:path";
import compression from "compression";
import send from "send";
import {pathOf, refuse} from "../../http/guard.js";
import {listen, type Serving} from "../../http/listen.js";
import {headerOf} from "../policy.js";

/** Options of `serveSite`. */
export interface ServeOptions {
  root: string;
  /** 0: any free one. */
  port: number;
  /** The path that the site was built for, with slashes at its ends. */
  base?: string;
  /** Host names that other machines may use; default: none. */
  hosts?: readonly string[];
}

/**
 * Serves a built site to this machine, or with `hosts` to all machines that use one of these names. @throws if the port
 * is taken
 */
export async function serveSite({root, port, base = "/", hosts = []}: ServeOptions): Promise<Serving> {
  const prefix = base.slice(0, -1);
  const compress = compression({filter: isCompressible});
  const answering = (request: IncomingMessage, response: ServerResponse) =>
    compress(request, response, () => void answer(request, response, {root, prefix}));
  const serving = await listen(answering, port, {hosts});
  return {...serving, url: `${serving.url}${prefix}/`};
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {root, prefix}: {root: string; prefix: string}
): Promise<void> {
  protect(response, "");
  const path = pathOf(request) ?? "";
  if (path.startsWith(`${prefix}/`)) {
    const file = path.slice(prefix.length);
    if (await leadsOut(root, file)) await notFound(root, response);
    else sendFile(root, file, request, response);
  } else if (path === "/" || path === prefix) redirect(response, `${prefix}/${/\?.*/.exec(request.url ?? "") ?? ""}`);
  else refuse(response, 404, "not found");
}

async function leadsOut(root: string, path: string): Promise<boolean> {
  const files = [root, ...["", ".html", "/index.html"].map((end) => join(root, path + end))];
  const [folder, ...found] = await Promise.all(files.map((file) => realpath(file).catch(() => null)));
  return found.some((file) => file !== null && file !== folder && !file.startsWith(`${folder}${sep}`));
}

const forGood = "public, max-age=31536000, immutable";

function isHashed(path: string): boolean {
  return /^\/_\w+\/.*\.[0-9a-zA-Z]{8}\.\w+$/.test(path);
}

function sendFile(root: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  send(request, path, {root, extensions: ["html"], cacheControl: false})
    .on("headers", (_, file: string) => {
      if (file.endsWith(".html")) protect(response, textOf(file));
      response.setHeader("cache-control", isHashed(path) ? forGood : "no-cache");
    })
    .on("directory", () => refuse(response, 404, "not found"))
    .on("error", ({status}: {status?: number}) => {
      if (status === 416) refuse(response, 416, "range not satisfiable");
      else void notFound(root, response);
    })
    .pipe(response);
}

// Empty if the file is being replaced: an error here would end the process.
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function notFound(root: string, response: ServerResponse): Promise<void> {
  const page = (await leadsOut(root, "/404")) ? null : await readFile(join(root, "404.html"), "utf8").catch(() => null);
  if (page === null) return refuse(response, 404, "not found");
  protect(response, page);
  response.writeHead(404, {"content-type": "text/html; charset=utf-8"}).end(page);
}

// A range counts uncompressed bytes.
function isCompressible(request: IncomingMessage, response: ServerResponse): boolean {
  return !response.hasHeader("content-range") && compression.filter(request, response);
}

function protect(response: ServerResponse, page: string): void {
  response.setHeader("content-security-policy", headerOf(page));
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, {location}).end();
}
