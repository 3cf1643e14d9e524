import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll} from "vitest";
import {type PublishOptions, publish} from "../../loaders/snapshot/publish.js";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
import {toRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {openStore} from "../../loaders/store/open.js";
import {copyEmpty} from "./store.js";

/** Publishes a snapshot at a path from a store beside it, which is empty at first and which `fill` fills. */
export async function publishMade(
  path: string,
  fill: (store: Store) => Promise<unknown>,
  {
    storePath = `${path}.store`,
    rebuild = false,
    ...options
  }: PublishOptions & {storePath?: string; rebuild?: boolean} = {}
): Promise<void> {
  if (!rebuild) await copyEmpty(storePath);
  const store = await openStore(storePath);
  try {
    await fill(store);
    await derive((work) => work(store), {rebuild, held: true});
    await publish(store, path, options);
  } finally {
    store.close();
  }
}

/** A snapshot for the tests of a file, and the store that it was made of; both are open while the tests run. */
export interface PublishedSnapshot {
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly store: Store;
  /** The records of a query on the snapshot. */
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

/** Publishes a store that some SQL filled before the tests of a file, and removes all after them. */
export function usePublished(sql: string): PublishedSnapshot {
  return useMade((path) => publishMade(path, ({connection}) => connection.run(sql)));
}

/** Makes a snapshot, with its store beside it, before the tests of a file, and removes both after them. */
export function useMade(make: (path: string) => Promise<unknown>): PublishedSnapshot {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-published-"));
  const path = join(folder, "feeds.duckdb");
  let [snapshot, store]: [Snapshot?, Store?] = [];
  beforeAll(async () => {
    await make(path);
    snapshot = await openSnapshot(path);
    store = await openStore(`${path}.store`);
  });
  afterAll(() => {
    snapshot?.close();
    store?.close();
    rmSync(folder, {recursive: true});
  });
  return {
    path,
    get snapshot() {
      return snapshot as Snapshot;
    },
    get store() {
      return store as Store;
    },
    ask: async (sql) => toRecords(await (snapshot as Snapshot).query(sql))
  };
}
