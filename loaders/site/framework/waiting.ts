import type {IncomingMessage, ServerResponse} from "node:http";
import {escaped} from "../../config/markup.js";
import {awaitedPackages} from "./packages.js";

const shown = new Set<string>(); // addresses whose next request waits for the page itself

/**
 * Shows a reader what a page of a preview waits for, if it takes longer than `afterMs`: a first page needs packages, which
 * takes many seconds on a busy machine. After a second the browser requests the page again. This request is answered by the
 * page itself, however long it takes: a page that always takes longer would never open.
 */
export function showWaiting(
  {method, headers, url = "/"}: IncomingMessage,
  response: ServerResponse,
  {afterMs = 2000, awaited = awaitedPackages}: {afterMs?: number; awaited?: () => string[]} = {}
): void {
  if (method !== "GET" || headers["sec-fetch-mode"] !== "navigate" || shown.delete(url)) return;
  const timer = setTimeout(() => {
    if (response.headersSent) return;
    shown.add(url);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("cache-control", "no-store");
    response.setHeader("refresh", "1");
    response.end(pageOf(awaited()));
    // Framework's own answer to this request comes too late.
    const ignored = () => response;
    Object.assign(response, {setHeader: ignored, writeHead: ignored, write: ignored, end: ignored});
  }, afterMs);
  response.once("close", () => clearTimeout(timer));
}

function pageOf(packages: readonly string[]): string {
  const what = packages.length === 0 ? "its modules" : `packages: ${escaped(packages.join(", "))}`;
  return `<!doctype html><meta charset="utf-8"><title>Making this page …</title>
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><body style="font: 15px system-ui; margin: 2em">
<p role="status">Making this page. It waits for ${what}.</p><p>The first page of a preview takes longest; it opens by itself.</p>`;
}
