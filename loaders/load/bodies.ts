import {existsSync, readFileSync} from "node:fs";
import {mkdir, rename, rm, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {promisify} from "node:util";
import {gunzipSync, gzip} from "node:zlib";
import {beside} from "../config/beside.js";
import {ConfigError} from "../config/errors.js";
import {ownPath, removeLeftovers} from "../store/database/files.js";

const pack = promisify(gzip);

/**
 * Writes the text of each response, byte for byte, into a gzipped file beside the store. Each text leaves `bodies` once its
 * file is written, so a second call writes only the rest. Half-written files of a killed process are removed.
 */
export async function keepBodies(storePath: string, bodies: Map<string, string>): Promise<void> {
  if (bodies.size === 0) return;
  const unfinished = unfinishedBody(storePath);
  await mkdir(dirname(unfinished), {recursive: true});
  removeLeftovers(unfinished);
  for (const [responseId, body] of bodies) {
    const temporary = ownPath(`${unfinished}.${responseId}`, "tmp");
    try {
      await writeFile(temporary, await pack(body));
      await rename(temporary, bodyPath(storePath, responseId));
    } finally {
      await rm(temporary, {force: true});
    }
    bodies.delete(responseId);
  }
}

// The start of the paths of half-written bodies, in a folder of their own, as there may be millions of finished ones.
function unfinishedBody(storePath: string): string {
  return join(folder(storePath), "unfinished", "body");
}

/** The text of a response that `keepBodies` wrote. @throws ConfigError if it is missing */
export function readKeptBody(storePath: string, responseId: string): string {
  const body = keptBody(storePath, responseId)?.toString("utf8");
  if (body !== undefined) return body;
  throw new ConfigError(
    `no kept body of response ${responseId}: set store.keepBodies and service.formats in feedbook.config.ts before the load`
  );
}

/** The bytes of a response that `keepBodies` wrote; null if it did not. */
export function keptBody(storePath: string, responseId: string): Buffer | null {
  const path = bodyPath(storePath, responseId);
  return /^[0-9a-f-]{36}$/.test(responseId) && existsSync(path) ? gunzipSync(readFileSync(path)) : null;
}

function bodyPath(storePath: string, responseId: string): string {
  return join(folder(storePath), `${responseId}.json.gz`);
}

function folder(storePath: string): string {
  return beside(storePath, ".bodies");
}
