import {ConfigError} from "../config/error.js";
import {readKeptBody} from "../load/bodies.js";
import type {Load} from "../load/context.js";
import {assertFile, bodiesOf} from "./file.js";

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
  const payload =
    file === undefined ? readKeptBody(load.settings.storePath, `${response}`) : await readPayload(load, file);
  await load.books.add({...(await load.client().reducePrice(payload, feeds, {signal: load.signal})), asked: feeds});
}

async function readPayload(load: Load, path: string): Promise<string> {
  assertFile(path);
  for await (const {body} of bodiesOf(path, load, false)) return body;
  return "";
}
