import {existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach} from "vitest";
import {type ConfigInput, readConfig} from "../../loaders/config/schema.js";
import type {Cluster, Settings} from "../../loaders/config/settings.js";
import type {Load} from "../../loaders/load/books.js";
import {type LoadOptions, runLoad} from "../../loaders/load/load.js";
import type {LoadReport} from "../../loaders/load/report.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {copyEmpty} from "./store.js";

/** How a load of a test runs: against `baseUrl`, else the embedded sandbox. */
export interface Loading extends Partial<LoadOptions> {
  baseUrl?: string;
  config?: ConfigInput;
  cluster?: Cluster;
  command?: string;
}

/** A folder with a store, which is the working folder until `leave`, and the messages of its loads. */
export type LoadingPlace = ReturnType<typeof enterPlace>;

/** The token that loads of a test send. */
export const token = "a-token-as-long-as-real-ones";

/** A place to load in for each test of a file or of a `describe`. */
export function eachPlace(options: Parameters<typeof enterPlace>[0] = {}): LoadingPlace {
  const place = {} as LoadingPlace;
  beforeEach(() => void Object.assign(place, enterPlace(options)));
  afterEach(() => place.leave());
  return place;
}

/** Makes a place to load in. Its loads derive and publish only on request, as that takes longer than the rest. */
export function enterPlace({publishes = false, derives = false} = {}) {
  const [before, folder] = [process.cwd(), realpathSync(mkdtempSync(join(tmpdir(), "feedbook-loading-")))];
  const [notes, warnings, left]: [string[], string[], string[]] = [[], [], []];
  const storePath = join(folder, "data", "feeds.duckdb");
  const isLeft = (text: string) => /^not derived yet: |the snapshot is older than the store: /.test(text);
  const note = (text: string) => (isLeft(text) ? left : notes).push(text);
  const log = {note, warn: (text: string) => warnings.push(text)};
  const place = {
    folder,
    notes,
    warnings,
    /** Notes of interrupted loads about missing bars or an old snapshot, which depend on the machine's speed. */
    left,
    settings({baseUrl, config = {}, cluster}: Loading = {}): Settings {
      const snapshotPath = storePath.replace(".duckdb", ".snapshot.duckdb");
      const {snapshot, ...read} = readConfig(config);
      const settings = {...read, snapshot: {...snapshot, ...(cluster && {cluster})}};
      return {...settings, cluster: null, baseUrl: baseUrl ?? null, token, storePath, snapshotPath};
    },
    async load(
      work: (load: Load) => Promise<unknown>,
      {command = "test", ...loading}: Loading = {}
    ): Promise<LoadReport> {
      if (!existsSync(storePath)) await copyEmpty(storePath);
      const signal = new AbortController().signal;
      const left = derives || (loading.publishes ?? publishes) ? {} : {derives: false};
      const options = {log: {...log, step() {}, done() {}}, signal, publishes, ...left, ...loading};
      return runLoad(place.settings(loading), command, work, options);
    },
    records: (sql: string) => readStore(storePath, ({connection}) => queryRecords(connection, sql)),
    leave(): void {
      process.chdir(before);
      rmSync(folder, {recursive: true, force: true});
    }
  };
  mkdirSync(dirname(storePath));
  process.chdir(folder);
  return place;
}
