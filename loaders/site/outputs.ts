import {spawn} from "node:child_process";
import {createHash} from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  type WriteStream,
  watch,
  writeFileSync
} from "node:fs";
import {dirname, join} from "node:path/posix";
import {CliError} from "@observablehq/framework/dist/error.js";
import type {Loader} from "@observablehq/framework/dist/loader.js";
import pLimit, {type LimitFunction} from "p-limit";
import {messageOf} from "../config/errors.js";
import {ruleFiles} from "../openings/page-rules.js";
import {extensionsList} from "./extensions.js";
import {runSqlFile} from "./sql.js";

/** What the outputs of data loaders are made from. */
export interface Inputs {
  snapshotPath: string;
  /** Where installed packages are; default `node_modules`. */
  modules?: string;
}

const cache = ".observablehq/cache";
const apart = "../stores/";

/** Where data loaders' outputs are kept, each store's in a folder of its own; under the site's source root. */
export const storesFolder = ".observablehq/stores";

/** The name of the folder that has the outputs made from a snapshot; beside it, in `<name>.path`, stands whose it is. */
export function folderOf(snapshotPath: string): string {
  return createHash("sha256").update(snapshotPath).digest("hex").slice(0, 12);
}

/**
 * Where the output of a loader is kept: each store's apart from the others'; those of `lib` and `engine` are the same for
 * all, as they are made of packages.
 */
export function outputPath(target: string, inputs: Inputs): string {
  return join(cache, placeOf(target, inputs));
}

function placeOf(target: string, {snapshotPath}: Inputs): string {
  if (target.startsWith(apart) || /^\/?(?:lib|engine)\//.test(target)) return target;
  return join(apart, folderOf(snapshotPath), target);
}

/**
 * Notes whose a snapshot's folder of outputs is, and removes the folders of snapshots that are gone. What another process
 * makes meanwhile from a snapshot that is there stays.
 * @param root the site's source root
 */
export function tidyStores(root: string, snapshotPath: string): void {
  const stores = join(root, storesFolder);
  mkdirSync(stores, {recursive: true});
  writeFileSync(join(stores, `${folderOf(snapshotPath)}.path`), snapshotPath);
  const folders = readdirSync(stores, {withFileTypes: true}).filter((entry) => entry.isDirectory());
  for (const {name} of folders) {
    const note = join(stores, `${name}.path`);
    try {
      const owner = existsSync(note) ? readFileSync(note, "utf8") : null;
      if (owner === snapshotPath || owner === "" || (owner !== null && existsSync(owner))) continue; // "": just begun
      rmSync(join(stores, name), {recursive: true, force: true, maxRetries: 3});
      rmSync(note, {force: true});
    } catch {
      return; // another process makes or removes the same just now: the next start tries again
    }
  }
}

const turns = new Map<string, LimitFunction>();

/**
 * Gives the output of a loader, made anew where it is older than its loader, the snapshot, or the page that it answers and
 * the rules of that (in `lib` and `engine`: the packages, and the list of extensions). @throws why the loader failed, also
 * where Framework only says that it did
 */
export function freshOutput(
  loader: Loader,
  load: () => Promise<string>,
  {useStale = false, ...inputs}: Inputs & {useStale?: boolean}
): Promise<string> {
  loader.targetPath = placeOf(loader.targetPath ?? "", inputs);
  const output = outputOf(loader);
  // Framework lets who asks share in a run that is under way, also where the run began before the inputs changed: so each
  // waits for the one before, and looks anew.
  const turn = turns.get(output) ?? pLimit(1);
  turns.set(output, turn);
  return turn(async () => {
    // A build would use what is stale. A preview may still be sending it: there it stays until the new one takes its place.
    if (mtime(output) < Math.max(...(await inputsOf(loader, inputs)).map(mtime)) && existsSync(output)) {
      if (useStale) rmSync(output);
      else utimesSync(output, 0, 0);
    }
    const startedAt = Date.now();
    try {
      const path = await load();
      // Of what was there when it started: a load that ended meanwhile makes it stale.
      if (mtime(output) > startedAt) utimesSync(output, startedAt / 1000, startedAt / 1000);
      return path;
    } catch (error) {
      throw messageOf(error) === justFailed ? (failures.get(output)?.error ?? error) : error;
    }
  });
}

// All that Framework says of a loader that failed within the last second.
const justFailed = "loader skipped due to recent error";

function outputOf({root, targetPath = ""}: Loader): string {
  return join(root, cache, targetPath);
}

// A `.sql` loader may answer a page's queries: `-- answers: ../prices.md`.
async function inputsOf(
  {root, path}: Loader,
  {snapshotPath, modules = "node_modules"}: Inputs
): Promise<readonly string[]> {
  const source = join(root, path);
  if (path.startsWith("engine/extensions/")) return [source]; // fetched once: its version is in its path
  if (/^(?:lib|engine)\//.test(path)) return [source, join(modules, ".package-lock.json"), join(root, extensionsList)];
  if (!readsSnapshot(source)) return [source];
  const answers = path.endsWith(".sql") ? /^-- answers: (\S+)/m.exec(readFileSync(source, "utf8"))?.[1] : undefined;
  if (answers === undefined) return [source, snapshotPath];
  return [source, snapshotPath, join(dirname(source), answers), ...(await ruleFiles(root))];
}

/** When a file was written (epoch ms); 0 if it is not there. */
export function mtime(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

/** Whether a data loader reads the snapshot: by its kind (`.sql`), or because it names the snapshot's variable. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

/**
 * Calls back when a snapshot is written anew, until what it gives is called: a new one takes the old one's place, which
 * is seen in its folder. Marked as out of date, it is the same one still.
 */
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

// Two at a time: each loader has a DuckDB of its own, and a page may ask for any number of their outputs.
const inTurn = pLimit(2);
const failures = new Map<string, {error: Error; changedAt: number}>();

/**
 * Runs a data loader, its output into `output`: a program, or SQL on the snapshot. @throws an error with what it said (file,
 * line and message), which is also written once to standard error; a preview's page gets it as the text of the answer
 */
export async function runLoader(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  const isSql = loader.path.endsWith(".sql");
  await inTurn(() => (isSql ? runSql(loader, output, snapshotPath) : runProgram(loader, output)));
  failures.delete(outputOf(loader));
}

// In this process: to start another with DuckDB in it takes longer than most queries.
async function runSql(loader: Loader, output: WriteStream, snapshotPath: string): Promise<void> {
  const path = join(loader.root, loader.path);
  try {
    const made = await runSqlFile(path, snapshotPath, {root: loader.root, parameters: loader.params ?? {}});
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
  const end = await new Promise<number | string | null>((resolve) => {
    child.once("error", (error) => resolve(messageOf(error)));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (end !== 0) throw fail(loader, said.trim() || `ended with ${end}`);
  process.stderr.write(said);
}

// The same failure of the same file is reported once.
function fail(loader: Loader, said: string): Error {
  const path = join(loader.root, loader.path);
  const message = said.includes(path) ? said : `${path}: ${said}`;
  const changedAt = mtime(path);
  const known = failures.get(outputOf(loader));
  if (known?.error.message === message && known.changedAt === changedAt) return known.error;
  const error = reportedError(message);
  failures.set(outputOf(loader), {error, changedAt});
  return error;
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
