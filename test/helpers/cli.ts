import {cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import type {Readable} from "node:stream";
import "esbuild"; // it starts its process in the folder in which it is first imported, which must not be a test's
import "tsx/esm/api"; // which has an esbuild of its own
import {execa} from "execa";
import {afterAll, afterEach, beforeAll, beforeEach, expect} from "vitest";
import {main} from "../../loaders/main.js";
import {inStore} from "../store/old.js";
import {testHost} from "./host.js";
import {copyEmpty} from "./store.js";

/** Where and how a command runs as a process of its own. */
export interface CliOptions {
  cwd: string;
  env?: Record<string, string>;
  input?: string | Uint8Array | Readable;
}

const starter = resolve("loaders/run.mjs");

// Without the machine's own settings for service and store.
const none = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NO_COLOR: "1"};

/** Runs `feedbook` as a process of its own, as `npm run feedbook` does. It takes a second: most tests need none. */
export function feedbook(args: readonly string[], {cwd, env = {}, input = ""}: CliOptions) {
  const command = [starter, "loaders/cli.ts", ...args];
  return execa(process.execPath, command, {cwd, env: {...none, ...env}, input, reject: false as const});
}

/** Waits until a process has written a text of its `all` or `stdout`; gives the first group. @throws if it ends before */
export function spoken(running: {all?: Readable | undefined; stdout?: Readable | null}, text: RegExp): Promise<string> {
  const stream = running.all ?? running.stdout;
  let written = "";
  return new Promise((resolve, reject) => {
    stream?.on("data", (part) => {
      written += String(part);
      const found = text.exec(written);
      if (found) resolve(found[1] ?? found[0]);
    });
    stream?.on("end", () => reject(new Error(`it ended without ${text}: ${written}`)));
  });
}

/** The exit code and outputs of a command in this process, without the last line break. */
export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs `feedbook` in this process and in its working folder; a Ctrl-C aborts `signal`. */
export async function command(
  args: readonly string[],
  given: {env?: object; signal?: AbortSignal} = {}
): Promise<Ended> {
  const host = testHost({...given, env: {...process.env, ...none, ...given.env}});
  const exitCode = await main(args, host);
  return {exitCode, stdout: host.out().replace(/\n$/, ""), stderr: host.err().replace(/\n$/, "")};
}

/** The folder of a test of commands, which is the working folder during the test. */
export type CliFolder = ReturnType<typeof folderAt>;

function folderAt(cwd: () => string) {
  const path = (...names: string[]): string => join(cwd(), ...names);
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(path(name), content);
  const startWith = (options: Omit<CliOptions, "cwd">, ...args: string[]) => feedbook(args, {cwd: cwd(), ...options});
  return {
    path,
    write,
    /** Runs a command in this process. */
    run: (...args: string[]) => command(args),
    runWith: (given: {env?: object; signal?: AbortSignal}, ...args: string[]) => command(args, given),
    /** Starts a command as a process of its own. */
    start: (...args: string[]) => startWith({}, ...args),
    startWith,
    configure: (config: object) => write("feedbook.config.ts", `export default ${JSON.stringify(config)};`),
    /** Makes empty stores, by default `data/feeds.duckdb`; a copy takes less time than a new one. */
    async emptyStore(...names: string[]): Promise<void> {
      mkdirSync(path("data"), {recursive: true});
      for (const name of names.length > 0 ? names : ["data/feeds.duckdb"]) await copyEmpty(path(name));
    },
    /** Alters the folder's store behind Feedbook's back. */
    async alter(statement: string): Promise<void> {
      await inStore(path("data", "feeds.duckdb"), (connection) => connection.run(statement));
    },
    /** The records of a query on the folder's store; expects that it succeeds. */
    async sql(query: string): Promise<unknown> {
      const {stdout, stderr, exitCode} = await command(["sql", query, "--format", "json"]);
      expect({stderr, exitCode}).toEqual({stderr: "", exitCode: 0});
      return JSON.parse(stdout);
    }
  };
}

/**
 * Gives each test of a file (or of a `describe`) a folder of its own in which commands run: an empty one, or a copy of
 * one that `fill` has filled once for them all.
 */
export function cliFolder(fill?: (folder: CliFolder) => Promise<unknown>): CliFolder {
  const before = process.cwd();
  let [cwd, filled] = ["", ""];
  const folder = folderAt(() => cwd);
  const enter = () => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "feedbook-cli-")));
    process.chdir(cwd);
  };
  if (fill) {
    beforeAll(async () => {
      enter();
      filled = cwd;
      await fill(folder);
      process.chdir(before);
    });
    afterAll(() => rmSync(filled, {recursive: true}));
  }
  beforeEach(() => {
    enter();
    if (fill) cpSync(filled, cwd, {recursive: true});
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(cwd, {recursive: true});
  });
  return folder;
}
