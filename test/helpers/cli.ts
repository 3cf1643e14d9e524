import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import type {Readable} from "node:stream";
import {DuckDBInstance} from "@duckdb/node-api";
import {execa} from "execa";
import {afterEach, beforeEach, expect} from "vitest";

/** Where and how a command runs. */
export interface CliOptions {
  cwd: string;
  env?: Record<string, string>;
  input?: string | Uint8Array | Readable;
}

/** Runs `feedbook` as a process of its own, as `npm run feedbook` does. */
export function feedbook(args: readonly string[], {cwd, env = {}, input = ""}: CliOptions) {
  const command = [resolve("loaders/run.mjs"), "loaders/cli.ts", ...args];
  // Nothing of the machine's own settings: no service, no store.
  const own = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NO_COLOR: "1", ...env};
  return execa(process.execPath, command, {cwd, env: own, input, reject: false as const});
}

/** What tests of commands do in their folder. */
export interface CliFolder {
  run(...args: string[]): ReturnType<typeof feedbook>;
  runWith(options: Omit<CliOptions, "cwd">, ...args: string[]): ReturnType<typeof feedbook>;
  /** The records of a query on the folder's store; expects that it succeeds. */
  sql(query: string): Promise<unknown>;
  /** Alters the folder's store behind Feedbook's back. */
  alter(statement: string): Promise<void>;
  /** Writes a `feedbook.config.ts`. */
  configure(config: object): void;
  write(name: string, content: string | Uint8Array): void;
  path(...names: string[]): string;
}

/** Gives each test of a file an empty folder of its own, in which commands run. */
export function cliFolder(): CliFolder {
  let cwd = "";
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "feedbook-cli-"));
  });
  afterEach(() => rmSync(cwd, {recursive: true}));

  const runWith: CliFolder["runWith"] = (options, ...args) => feedbook(args, {cwd, ...options});
  const run: CliFolder["run"] = (...args) => runWith({}, ...args);
  const path: CliFolder["path"] = (...names) => join(cwd, ...names);
  const write: CliFolder["write"] = (name, content) => writeFileSync(path(name), content);
  return {
    run,
    runWith,
    path,
    write,
    configure: (config) => write("feedbook.config.ts", `export default ${JSON.stringify(config)};`),
    async alter(statement) {
      const instance = await DuckDBInstance.create(path("data", "feeds.duckdb"));
      const connection = await instance.connect();
      await connection.run(statement);
      connection.closeSync();
      instance.closeSync();
    },
    async sql(query) {
      const {stdout, stderr, exitCode} = await run("sql", query, "--format", "json");
      expect({stderr, exitCode}).toEqual({stderr: "", exitCode: 0});
      return JSON.parse(stdout);
    }
  };
}
