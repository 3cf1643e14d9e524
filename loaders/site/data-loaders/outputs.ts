import {spawn} from "node:child_process";
import {createHash} from "node:crypto";
import {existsSync, readFileSync, rmSync, statSync, utimesSync, type WriteStream, watch} from "node:fs";
import {dirname, join} from "node:path/posix";
import {CliError} from "@observablehq/framework/dist/error.js";
import type {Loader} from "@observablehq/framework/dist/loader.js";
import pLimit, {type LimitFunction} from "p-limit";
import {messageOf} from "../../config/errors.js";
import {extensionsList} from "./extensions.js";
import {runSqlFile} from "./sql.js";

/** The snapshot that data loaders read. */
export interface Inputs {
  snapshotPath: string;
}

const cache = ".observablehq/cache";
const apart = "../stores/";

// Loaders whose output is made from installed packages: all stores share it.
const usesPackages = /^\/?(?:duckdb\/|inter\.css)/;

/** The path of a loader's output. Each store has its own outputs, except those made from packages. */
export function outputPath(target: string, inputs: Inputs): string {
  return join(cache, placeOf(target, inputs));
}

function placeOf(target: string, {snapshotPath}: Inputs): string {
  if (target.startsWith(apart) || usesPackages.test(target)) return target;
  return join(apart, createHash("sha256").update(snapshotPath).digest("hex").slice(0, 12), target);
}

const turns = new Map<string, LimitFunction>();

/**
 * Returns the output of a loader, made anew if the loader, the snapshot, the answered page or the packages are newer; a
 * build (`useStale`) always answers pages anew. @throws the reason of the failure
 */
export function freshOutput(
  loader: Loader,
  load: () => Promise<string>,
  {useStale = false, ...inputs}: Inputs & {useStale?: boolean}
): Promise<string> {
  loader.targetPath = placeOf(loader.targetPath ?? "", inputs);
  const output = outputOf(loader);
  // Framework gives two requests the same run, even if the inputs changed after its start. So each request waits for the
  // previous one, and checks the inputs again.
  const turn = turns.get(output) ?? pLimit(1);
  turns.set(output, turn);
  return turn(async () => {
    const page = pageOf(loader);
    const isStale = mtime(output) < Math.max(...inputsOf(loader, inputs, page).map(mtime));
    // A preview may still be sending the stale output, so it stays until the new one replaces it.
    if (useStale && (isStale || page !== null)) rmSync(output, {force: true});
    else if (isStale && existsSync(output)) utimesSync(output, 0, 0);
    const startedAt = Date.now();
    try {
      const path = await load();
      // Dated at the start, so that a load that ended during the run makes the output stale.
      if (mtime(output) > startedAt) utimesSync(output, startedAt / 1000, startedAt / 1000);
      return path;
    } catch (error) {
      throw messageOf(error) === justFailed ? (failures.get(output)?.error ?? error) : error;
    }
  });
}

// Framework's only message for a loader that failed within the last second.
const justFailed = "loader skipped due to recent error";

function outputOf({root, targetPath = ""}: Loader): string {
  return join(root, cache, targetPath);
}

// The page whose queries a `.sql` loader answers: `-- answers: ../prices.md`.
function pageOf({root, path}: Loader): string | null {
  const source = join(root, path);
  const answers = path.endsWith(".sql") ? /^-- answers: (\S+)/m.exec(readFileSync(source, "utf8"))?.[1] : undefined;
  return answers === undefined ? null : join(dirname(source), answers);
}

function inputsOf({root, path}: Loader, {snapshotPath}: Inputs, page: string | null): readonly string[] {
  const source = join(root, path);
  if (path.startsWith("duckdb/extensions/")) return [source]; // fetched once: its version is in its path
  if (usesPackages.test(path)) return [source, "node_modules/.package-lock.json", join(root, extensionsList)];
  if (!readsSnapshot(source)) return [source];
  return page === null ? [source, snapshotPath] : [source, snapshotPath, page];
}

/** The time of the last write to a file (epoch ms); 0 if it is missing. */
export function mtime(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

/** Whether a data loader reads the snapshot: it is SQL, or names the variable FEEDBOOK_SNAPSHOT. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

/** Calls back when a snapshot is written anew (but not when it is marked as outdated), until the result is called. */
export function onWritten(path: string, callback: () => void): () => void {
  if (!existsSync(dirname(path))) return () => {};
  let seen = mtime(path);
  const watcher = watch(dirname(path), () => {
    const now = mtime(path);
    if (now === 0 || now === seen) return;
    seen = now;
    callback();
  });
  return () => watcher.close();
}

// Two at a time, as each loader has a DuckDB of its own, and a page may ask for many outputs.
const inTurn = pLimit(2);
const failures = new Map<string, {error: Error; changedAt: number}>();

/**
 * Runs a data loader, a program or SQL, and writes its output. @throws an error with file and line, which is also
 * reported once
 */
export async function runLoader(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  const isSql = loader.path.endsWith(".sql");
  await inTurn(() => (isSql ? runSql(loader, output, snapshotPath) : runProgram(loader, output)));
  failures.delete(outputOf(loader));
}

// In this process: another process with DuckDB starts slower than most queries run.
async function runSql(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  const path = join(loader.root, loader.path);
  try {
    const made = await runSqlFile(path, snapshotPath, {parameters: loader.params ?? {}});
    await new Promise<void>((resolve, reject) => {
      output.once("error", reject); // without a listener a full disk would end the preview
      output.write(made, (error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    throw fail(loader, messageOf(error));
  }
}

async function runProgram(loader: Loader, output: WriteStream): Promise<void> {
  const {command = "", args = []} = loader;
  const child = spawn(command, args, {windowsHide: true, stdio: ["ignore", output, "pipe"]});
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const end = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`${messageOf(error)}: install ${command}`));
    child.once("close", (code, signal) => resolve(code === null ? String(signal) : `exit code ${code}`));
  });
  const last = said.trimEnd().split("\n").slice(-15).join("\n").slice(-3000);
  if (end !== "exit code 0") throw fail(loader, `ended with ${end}${last && `:\n${last}`}`);
  process.stderr.write(said);
}

// Reports the same failure of the same file once.
function fail(loader: Loader, said: string): Error {
  const path = join(loader.root, loader.path);
  const message = said.startsWith(path) ? said : `${path}: ${said}`;
  const changedAt = mtime(path);
  const known = failures.get(outputOf(loader));
  if (known?.error.message === message && known.changedAt === changedAt) return known.error;
  const error = reportedError(message);
  failures.set(outputOf(loader), {error, changedAt});
  return error;
}

/** Writes an error to standard error, and returns it so that Framework does not write it again. */
export function reportedError(message: string): Error {
  process.stderr.write(`${message}\n`);
  return Object.assign(new CliError(message, {print: false}), {statusCode: 500});
}

let last = {text: "", at: 0};

/** Reports why an open page was not updated. One edit may cause several updates, so the same text is not repeated for 5 s. */
export function reportOnce(error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const text = `cannot update a page: ${messageOf(error)}${cause}`;
  const isRepeated = text === last.text && Date.now() - last.at < 5000;
  last = {text, at: Date.now()};
  if (!isRepeated) reportedError(text);
}
