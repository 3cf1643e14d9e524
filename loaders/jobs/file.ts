import {createReadStream, existsSync, readdirSync, statSync} from "node:fs";
import {join, resolve} from "node:path";
import {addAbortSignal} from "node:stream";
import {pathToFileURL} from "node:url";
import {ConfigError} from "../config/error.js";
import {messageOf} from "../config/message.js";
import {queryRecords} from "../store/query.js";
import {hashBody} from "./booking.js";
import {splitBodies} from "./lines.js";
import type {Load} from "./load.js";
import {textOf} from "./text.js";

/** Files of saved bodies: paths (`-` is standard input; a folder means its body files), and whether to load again what is in. */
export interface Files {
  paths: string[];
  again?: boolean | undefined;
}

interface SavedBody {
  source: string;
  body: string;
}

/** Loads saved response bodies: one per `.json` file, one per line of `.ndjson`, either of them gzipped (`.gz`). */
export async function loadFiles(load: Load, {paths, again = false}: Files): Promise<void> {
  const files = paths.flatMap(bodyFiles);
  const held = again ? new Set<string>() : await heldHashes(load);
  for (const [i, path] of files.entries()) {
    try {
      for await (const {source, body} of bodiesOf(path, load.signal)) {
        if (load.signal.aborted) return;
        await book(load, {source, body}, again ? null : held);
      }
    } catch (error) {
      if (load.signal.aborted) return;
      throw error;
    }
    load.log.step(i + 1, files.length, "files");
  }
}

async function book({books, report, log}: Load, {source, body}: SavedBody, held: Set<string> | null): Promise<void> {
  const hash = hashBody(body);
  if (held?.has(hash)) {
    report.alreadyThere += 1;
    log.note(`${source} is in the store already: skipped (--again loads it once more)`);
    return;
  }
  held?.add(hash);
  const now = new Date();
  await books.add({
    endpoint: "file",
    baseUrl: source,
    request: undefined,
    requestedAt: now,
    receivedAt: now,
    latencyMs: null,
    httpStatus: null,
    body,
    bodyHash: hash
  });
}

/** The files that a path names: itself, or those of a folder. @throws ConfigError if there is none */
export function bodyFiles(path: string): string[] {
  if (path === "-") return [path];
  if (!existsSync(path)) throw new ConfigError(`no such file: ${path}`);
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.(nd)?json(\.gz)?$/.test(name));
  if (names.length === 0) throw new ConfigError(`no .json or .ndjson file in folder ${path}`);
  return names.sort().map((name) => join(path, name));
}

async function* bodiesOf(path: string, signal: AbortSignal): AsyncGenerator<SavedBody> {
  const source = path === "-" ? "standard input" : pathToFileURL(resolve(path)).href;
  try {
    const perLine = /\.ndjson(\.gz)?$/.test(path) ? true : path === "-" ? null : false;
    const input = path === "-" ? process.stdin : createReadStream(path, {highWaterMark: 2 ** 18});
    for await (const {body, line} of splitBodies(textOf(addAbortSignal(signal, input)), perLine)) {
      yield {source: line === null ? source : `${source}#${line}`, body: withoutMark(body)};
    }
  } catch (error) {
    throw new Error(`cannot read ${path}: ${messageOf(error)}`);
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

async function heldHashes({withStore}: Load): Promise<Set<string>> {
  const sql = "SELECT DISTINCT bodyHash FROM responses WHERE endpoint = 'file' AND entries > 0";
  return withStore(
    async ({connection}) => new Set((await queryRecords(connection, sql)).map((row) => String(row.bodyHash)))
  );
}
