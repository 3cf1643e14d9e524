import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync, gzipSync} from "node:zlib";
import {beside} from "../config/beside.js";
import {ConfigError} from "../config/error.js";

/** Keeps the text of a response, byte for byte, in a gzipped file beside the store. */
export function keepBody(storePath: string, responseId: string, body: string): void {
  const path = bodyPath(storePath, responseId);
  mkdirSync(folder(storePath), {recursive: true});
  writeFileSync(`${path}.tmp`, gzipSync(body));
  renameSync(`${path}.tmp`, path);
}

/** The text of a kept response. @throws ConfigError if it was not kept */
export function readKeptBody(storePath: string, responseId: string): string {
  const path = bodyPath(storePath, responseId);
  if (/^[0-9a-f-]{36}$/.test(responseId) && existsSync(path)) return gunzipSync(readFileSync(path)).toString("utf8");
  throw new ConfigError(
    `no kept body of response ${responseId}: set store.keepBodies and service.formats in feedbook.config.ts before the load`
  );
}

function bodyPath(storePath: string, responseId: string): string {
  return join(folder(storePath), `${responseId}.json.gz`);
}

function folder(storePath: string): string {
  return beside(storePath, ".bodies");
}
