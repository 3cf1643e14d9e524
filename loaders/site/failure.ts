import {spawn} from "node:child_process";
import {statSync, type WriteStream} from "node:fs";
import {join} from "node:path/posix";
import {CliError} from "@observablehq/framework/dist/error.js";
import type {Loader} from "@observablehq/framework/dist/loader.js";
import {messageOf} from "../config/errors.js";
import {runSqlFile} from "./sql.js";

const failures = new Map<string, {error: Error; changedAt: number}>();

/**
 * Runs a data loader, its output into `output`: a program, or SQL on the snapshot. @throws an error with what it said (file,
 * line and message), which is also written once to standard error; a preview's page gets it as the text of the answer
 */
export async function runLoader(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  await (loader.path.endsWith(".sql") ? runSql(loader, output, snapshotPath) : runProgram(loader, output));
  failures.delete(keyOf(loader));
}

// In this process: to start another with DuckDB in it takes longer than most queries.
async function runSql(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  const path = join(loader.root, loader.path);
  const made = await runSqlFile(path, snapshotPath, loader.params).catch((error: unknown) => {
    throw fail(loader, messageOf(error));
  });
  await new Promise<void>((resolve, reject) => output.write(made, (error) => (error ? reject(error) : resolve())));
}

async function runProgram(loader: Loader, output: WriteStream): Promise<void> {
  const child = spawn(loader.command ?? "", loader.args ?? [], {windowsHide: true, stdio: ["ignore", output, "pipe"]});
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const end = await new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (end !== 0) throw fail(loader, said.trim() || `ended with ${end}`);
  process.stderr.write(said);
}

/** The last failure of a data loader; undefined if it did not fail. */
export function failureOf(loader: Loader): Error | undefined {
  return failures.get(keyOf(loader))?.error;
}

/** Whether an error says no more than that the loader failed within the last second. */
export function isRecent(error: unknown): boolean {
  return error instanceof Error && error.message === "loader skipped due to recent error";
}

/** An error that is written to standard error now, and by Framework no second time. */
export function reportedError(message: string): Error {
  process.stderr.write(`${message}\n`);
  return Object.assign(new CliError(message, {print: false}), {statusCode: 500});
}

let last = {text: "", at: 0};

/** Reports why an open page could not be updated. One edit may update it more than once: the same is reported again after a while only. */
export function reportOnce(error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const text = `cannot update a page: ${messageOf(error)}${cause}`;
  const isRepeated = text === last.text && Date.now() - last.at < 5000;
  last = {text, at: Date.now()};
  if (!isRepeated) reportedError(text);
}

function fail(loader: Loader, said: string): Error {
  const path = join(loader.root, loader.path);
  const message = said.includes(path) ? said : `${path}: ${said}`;
  const changedAt = statSync(path).mtimeMs;
  const known = failures.get(keyOf(loader));
  if (known?.error.message === message && known.changedAt === changedAt) return known.error;
  const error = reportedError(message);
  failures.set(keyOf(loader), {error, changedAt});
  return error;
}

function keyOf({root, targetPath = ""}: Loader): string {
  return join(root, targetPath);
}
