import {createHash, randomUUID} from "node:crypto";
import {chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync} from "node:fs";
import {basename, dirname, join, relative} from "node:path";
import {route} from "@observablehq/framework/dist/route.js";

/** The refusal of an edit: an HTTP status and a sentence. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422,
    sentence: string
  ) {
    super(sentence);
  }
}

/** The source of a page: its path, its name for messages, and its text. */
export interface PageFile {
  path: string;
  name: string;
  text: string;
  hash: string;
}

/** Reads the file of a page at an address such as `/prices`. @throws Refusal if it is missing, linked or no UTF-8 */
export function readPage(root: string, page: string): PageFile {
  const {path, name} = findFile(root, page);
  const bytes = readFileSync(path);
  try {
    const text = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
    return {path, name, text, hash: hashOf(bytes)};
  } catch {
    throw new Refusal(422, `${name} is not UTF-8: save it as UTF-8 in another editor`);
  }
}

/** Replaces the text of a page's file, and returns the new state. @throws Refusal if the file was changed meanwhile */
export function writePage(page: PageFile, text: string): PageFile {
  const bytes = Buffer.from(text);
  const {path, name} = page;
  const {mode} = statSync(path);
  const own = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(own, bytes, {flag: "wx", mode, flush: true}); // throws if the disk is full
    chmodSync(own, mode); // the umask of the process may clear bits
    if (realpathSync(path) !== path || hashOf(readFileSync(path)) !== page.hash) throw changed(name);
    renameSync(own, path);
  } finally {
    rmSync(own, {force: true});
  }
  return {path, name, text, hash: hashOf(bytes)};
}

/** The refusal for a file that was changed since it was read. */
export function changed(name: string): Refusal {
  return new Refusal(409, `${name} was changed on disk meanwhile: nothing was written`);
}

function findFile(root: string, page: string): {path: string; name: string} {
  const at = page.endsWith("/") ? `${page}index` : page;
  const parts = at.split("/").slice(1);
  const isPath = at.startsWith("/") && parts.every((part) => part !== "" && !/^\.|[\p{Cc}\\]/u.test(part));
  if (!isPath) throw new Refusal(400, `no path of a page: ${JSON.stringify(page).slice(0, 80)}`);
  const found = route(root, at, [".md"]);
  if (found === undefined) throw new Refusal(404, `${root}${at}.md is not there: the page is made by a program`);
  const name = `${root}/${found.path}`;
  const path = join(realpathSync(root), found.path);
  const real = realpathSync(path);
  if (real === path) return {path, name};
  const kept = relative(dirname(realpathSync(root)), real).replaceAll("\\", "/");
  const isKit = kept.startsWith("node_modules/feedbook/");
  const advice = isKit ? `put a copy of ${kept} in its place, which no upgrade changes` : "edit the file itself";
  throw new Refusal(403, `${name} is behind a symbolic link: ${advice}`);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
