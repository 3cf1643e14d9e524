import type {IncomingMessage, ServerResponse} from "node:http";
import {headerOf} from "./policy.js";

/** Why there is nothing at a path: Framework would ask a CDN for what its cache lacks, and serve as a page whatever came. */
export function hides(path: string): string | null {
  if (/^\/_(?:npm|jsr|duckdb|observablehq\/stdlib)\//.test(path))
    return "no package comes from a CDN: install it, and import it by its name in a module of src/lib";
  return loaderSource.test(path) ? "the source of a data loader is not served" : null;
}

// As a file, or as a module: two extensions make a loader, but for packages, and libraries as a.min.js.
const loaderSource =
  /^\/(?!_(?:node|observablehq)\/).*\.(?!min\.)[^./]+\.(?:exe|go|java|jl|js|php|py|r|rs|sh|sql|ts)$/i;

/** Gives what a preview answers the policy of the page. */
export function protectPage(_: IncomingMessage, response: ServerResponse): void {
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
