import type {IncomingMessage, ServerResponse} from "node:http";
import {guard} from "../http/guard.js";
import {headerOf} from "./policy.js";

let isSecured = false;

/**
 * Makes Framework's preview as safe as a served site: it answers this machine's own pages only, each with its policy, and
 * serves no package of a CDN. Changes Framework's class for this process.
 */
export async function securePreview(): Promise<void> {
  if (isSecured) return;
  isSecured = true;
  const {PreviewServer} = await import("@observablehq/framework/dist/preview.js"); // a build needs none
  const {start} = PreviewServer;
  PreviewServer.start = async function (options) {
    const preview = await start.call(this, options);
    preview.server.prependListener("request", protectPage);
    guard(preview.server, {hosts: [options.hostname], hides});
    return preview;
  };
}

// Framework would ask a CDN for what its cache lacks, and serve as a page whatever came.
function hides(path: string): string | null {
  if (/^\/_(?:npm|jsr|duckdb|observablehq\/stdlib)\//.test(path))
    return "no package comes from a CDN: install it, and import it by its name in a module of src/lib";
  return loaderSource.test(path) ? "the source of a data loader is not served" : null;
}

// As a file, or as a module: two extensions make a loader, but for packages, and libraries as a.min.js.
const loaderSource =
  /^\/(?!_(?:node|observablehq)\/).*\.(?!min\.)[^./]+\.(?:exe|go|java|jl|js|php|py|r|rs|sh|sql|ts)$/i;

function protectPage(_: IncomingMessage, response: ServerResponse): void {
  const {end} = response;
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    const isPage = String(this.getHeader("content-type")).startsWith("text/html");
    // Where a browser has the page already, it has its policy, too.
    if (this.statusCode === 304) this.removeHeader(name);
    else if (!this.headersSent) this.setHeader(name, policyOf(isPage ? String(args[0] ?? "") : ""));
    return Reflect.apply(end, this, args);
  } as typeof end;
  response.setHeader(name, policyOf(""));
}

const name = "content-security-policy";

// An open page takes an edit by `eval`.
function policyOf(page: string): string {
  return headerOf(page).replace("script-src", "script-src 'unsafe-eval'");
}
