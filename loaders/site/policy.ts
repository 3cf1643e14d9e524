import {createHash} from "node:crypto";
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import type {IncomingMessage, ServerResponse} from "node:http";
import {join} from "node:path";

import {isInstalled} from "./installed.js";

// Plot and Framework set styles of elements, DuckDB-Wasm compiles its module in a worker, and saving a chart as PNG or reading
// a reader's file (Inputs.file) needs a blob.
const sources: Record<string, string> = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self' blob:",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "font-src": "'self' data:",
  "form-action": "'none'",
  "base-uri": "'self'"
};

// An exported file reads only data: addresses, and sends no request. Its DuckDB-Wasm starts from a blob: address.
const fileSources: Record<string, string> = {
  ...sources,
  "script-src": "'wasm-unsafe-eval'", // readers of Parquet have modules, too
  "worker-src": "'none'",
  "connect-src": "data:",
  "style-src": "'unsafe-inline'",
  "img-src": "data: blob:",
  "font-src": "data:",
  "base-uri": "'none'"
};

const engineSources = {"script-src": "'wasm-unsafe-eval' blob:", "worker-src": "blob:", "connect-src": "data: blob:"};

/** The content security policy of a page: no other host, and its own inline scripts by hash. */
export function policyOf(page: string): string {
  return written(page, sources);
}

/** The policy of an exported file: nothing from outside of it, with what the engine needs if it has one. */
export function filePolicyOf(page: string, hasEngine: boolean): string {
  return written(page, hasEngine ? {...fileSources, ...engineSources} : fileSources);
}

function written(page: string, allowed: Record<string, string>): string {
  const hashes = inlineScripts(page).map(
    (script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`
  );
  const directives = Object.entries({...allowed, "script-src": allowed["script-src"] + [...new Set(hashes)].join("")});
  return directives.map(([name, value]) => `${name} ${value.trim()}`).join("; ");
}

/** The same as a header, which also limits who may frame the page. */
export function headerOf(page: string): string {
  return `${policyOf(page)}; frame-ancestors 'self'`;
}

/** A page with its policy in a meta element, for hosts that send no header; a page that has one stays as it is. */
export function withPolicy(page: string): string {
  if (page.includes('<meta http-equiv="content-security-policy"')) return page;
  const meta = `<meta http-equiv="content-security-policy" content="${policyOf(page)}">`;
  return page.replace(/<head>\s*(?:<meta charset="[^"]*">)?/i, (start) => `${start}\n${meta}`); // the charset has to come first
}

/** Writes its policy into every page of a built site. */
export function writePolicies(root: string): void {
  for (const name of readdirSync(root, {recursive: true, encoding: "utf8"})) {
    if (!name.endsWith(".html")) continue;
    const path = join(root, name);
    writeFileSync(path, withPolicy(readFileSync(path, "utf8")));
  }
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)].map(([, script = ""]) => script);
}

/** The reason why a preview does not serve a path, or null. Framework would fetch a missing file from a CDN. */
export function hides(path: string): string | null {
  if (isInstalled(path)) return null;
  if (/^\/_(?:npm|jsr|duckdb|observablehq\/stdlib)\//.test(path))
    return "no package comes from a CDN: install it, and import it by its name in a module under src";
  return loaderSource.test(path) ? "the source of a data loader is not served" : null;
}

// Two extensions mean a loader, except in packages and in names such as a.min.js.
const loaderSource =
  /^\/(?!_(?:node|observablehq)\/).*\.(?!min\.)[^./]+\.(?:exe|go|java|jl|js|php|py|r|rs|sh|sql|ts)$/i;

/** Adds the policy of the page to an answer of a preview. */
export function protectPage(_: IncomingMessage, response: ServerResponse): void {
  const {end} = response;
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    const isPage = String(this.getHeader("content-type")).startsWith("text/html");
    // The browser has the page with its policy.
    if (this.statusCode === 304) this.removeHeader(name);
    else if (!this.headersSent) this.setHeader(name, previewPolicyOf(isPage ? String(args[0] ?? "") : ""));
    return Reflect.apply(end, this, args);
  } as typeof end;
  response.setHeader(name, previewPolicyOf(""));
}

const name = "content-security-policy";

// Framework updates an open page with `eval`.
function previewPolicyOf(page: string): string {
  return headerOf(page).replace("script-src", "script-src 'unsafe-eval'");
}
