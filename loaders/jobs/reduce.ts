import {readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {ConfigError} from "../config/error.js";
import {messageOf} from "../config/message.js";
import {readKeptBody} from "./bodies.js";
import type {Load} from "./load.js";
import {isGzip} from "./text.js";

/** Which saved body is reduced (a kept response, or a file), and to which feeds. */
export interface Reduction {
  response?: string;
  file?: string;
  feeds: number[];
}

/** Hands a saved body back to the service, unmodified, and books the reduced one. @throws ConfigError if there is none */
export async function loadReduced(load: Load, {response, file, feeds}: Reduction): Promise<void> {
  if ((response === undefined) === (file === undefined))
    throw new ConfigError("give either --response ID or --file PATH");
  const payload = file === undefined ? readKeptBody(load.settings.storePath, `${response}`) : readPayload(file);
  await load.books.add({...(await load.client().reducePrice(payload, feeds, {signal: load.signal})), asked: feeds});
}

function readPayload(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (isGzip(bytes) ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new ConfigError(`cannot read ${path}: ${messageOf(error)}`);
  }
}
