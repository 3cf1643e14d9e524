import {createHash} from "node:crypto";
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import type {IncomingMessage, ServerResponse} from "node:http";
import {join} from "node:path";

import {isInstalled} from "./installed.js";

// Plot and Framework style elements; DuckDB-Wasm compiles its module, in a worker; a chart is saved as PNG by way of a blob,
// and a reader's own file (Inputs.file) is read from one.
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

/** The content security policy of a page: no other host, and of inline scripts those that it has as it was built, by hash. */
export function policyOf(page: string): string {
  const hashes = inlineScripts(page).map(
    (script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`
  );
  const directives = Object.entries({...sources, "script-src": sources["script-src"] + [...new Set(hashes)].join("")});
  return directives.map((directive) => directive.join(" ")).join("; ");
}

/** The same as a header, which can say, too, who may frame the page. */
export function headerOf(page: string): string {
  return `${policyOf(page)}; frame-ancestors 'self'`;
}

/** A page that carries its policy, for a host that sends none; one that has it already stays as it is. */
export function withPolicy(page: string): string {
  if (page.includes('<meta http-equiv="content-security-policy"')) return page;
  const meta = `<meta http-equiv="content-security-policy" content="${policyOf(page)}">`;
  return page.replace(/<head>\s*(?:<meta charset="[^"]*">)?/i, (start) => `${start}\n${meta}`); // the charset comes first
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

/** Why there is nothing at a path: Framework would ask a CDN for what its cache lacks, and serve as a page whatever came. */
export function hides(path: string): string | null {
  if (isInstalled(path)) return null;
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
    else if (!this.headersSent) this.setHeader(name, previewPolicyOf(isPage ? String(args[0] ?? "") : ""));
    return Reflect.apply(end, this, args);
  } as typeof end;
  response.setHeader(name, previewPolicyOf(""));
}

const name = "content-security-policy";

// An open page takes an edit by `eval`.
function previewPolicyOf(page: string): string {
  return headerOf(page).replace("script-src", "script-src 'unsafe-eval'");
}
