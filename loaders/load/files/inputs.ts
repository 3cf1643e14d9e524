import {existsSync, readdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {ConfigError, messageOf} from "../../config/errors.js";
import {checkRows} from "../../store/row-files.js";
import {unread} from "./bodies.js";
import {formatOf} from "./format.js";

/** A file to load (`-`: standard input): of bodies, or of rows, which may be marked as simulated. */
export interface Input {
  path: string;
  kind: "bodies" | "rows";
  isSimulated: boolean;
}

/** The files to load, in order, and the reason for each other file of a folder; a failure if that cannot be read. */
export interface Inputs {
  files: Input[];
  leftOut: {reason: string; isFailure: boolean}[];
}

/**
 * Finds the files of paths: each file, and the files in a folder that have bodies or rows. `timeFormat`: how times of rows
 * are written. @throws ConfigError for a file without bodies or rows, or a folder without such a file
 */
export async function inputsOf(paths: readonly string[], timeFormat?: string): Promise<Inputs> {
  const all: Inputs = {files: [], leftOut: []};
  for (const path of paths) {
    if (path !== "-" && statSync(path, {throwIfNoEntry: false})?.isDirectory()) await addFolder(all, path, timeFormat);
    else all.files.push(await inputOf(path, timeFormat));
  }
  return all;
}

async function addFolder(all: Inputs, folder: string, timeFormat?: string): Promise<void> {
  const [files, leftOut]: [Input[], Inputs["leftOut"]] = [[], []];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    try {
      files.push(await inputOf(path, timeFormat));
    } catch (error) {
      leftOut.push({reason: messageOf(error), isFailure: !(error instanceof ConfigError && existsSync(path))});
    }
  }
  const reasons = leftOut.map(({reason}) => reason);
  if (files.length === 0)
    throw new ConfigError([`no file of bodies or rows in folder ${folder}`, ...reasons.slice(0, 3)].join("; "));
  all.files.push(...files);
  all.leftOut.push(...leftOut);
}

async function inputOf(path: string, timeFormat?: string): Promise<Input> {
  if (path === "-") return {path, kind: "bodies", isSimulated: false};
  assertFile(path);
  const format = formatOf(path);
  if (format.kind === "neither")
    throw new ConfigError(`no body file: ${path}; ${format.reason}: give JSON, .parquet or .csv files`);
  return {path, kind: format.kind, isSimulated: format.kind === "rows" && (await isOfSandbox(path, timeFormat))};
}

/** Checks that a path is a regular file: a pipe may never begin, and a device may never end. @throws ConfigError */
export function assertFile(path: string): void {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) throw new ConfigError(`no such file: ${path}`);
  if (stats.isDirectory()) throw new ConfigError(`${path} is a folder: name it by itself`);
  if (!stats.isFile())
    throw new ConfigError(`no regular file: ${path}; pipe its content into standard input, and give - as path`);
}

async function isOfSandbox(path: string, timeFormat?: string): Promise<boolean> {
  try {
    return await checkRows(path, timeFormat);
  } catch (error) {
    throw unread(path, error);
  }
}

/**
 * Checks files before a store is made for them. Gives whether their rows are simulated: `given`, or marked so.
 * @throws as `inputsOf` does; ConfigError if only some files are marked as simulated
 */
export async function checkFiles(
  {paths, timeFormat}: {paths: readonly string[]; timeFormat?: string | undefined},
  given: boolean
): Promise<boolean> {
  const {files} = await inputsOf(paths, timeFormat);
  const [simulated, other] = [true, false].map((is) => files.find(({isSimulated}) => isSimulated === is));
  if (given || simulated === undefined) return given;
  if (other === undefined) return true;
  throw new ConfigError(
    `${simulated.path} has simulated rows, and ${other.path} does not say so: load them into stores of their own, or add --simulated`
  );
}
