import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll} from "vitest";
import {type PublishOptions, publish} from "../../loaders/snapshot/publish.js";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
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

/** A snapshot for the tests of a file: its path, and how to query it, known once the tests run. */
export interface PublishedSnapshot {
  readonly path: string;
  readonly snapshot: Snapshot;
}

/** Publishes a store that some SQL filled before the tests of a file, and removes all after them. */
export function usePublished(sql: string): PublishedSnapshot {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-published-"));
  const path = join(folder, "feeds.duckdb");
  let snapshot: Snapshot;
  beforeAll(async () => {
    await publishMade(path, ({connection}) => connection.run(sql));
    snapshot = await openSnapshot(path);
  });
  afterAll(() => {
    snapshot.close();
    rmSync(folder, {recursive: true});
  });
  return {
    path,
    get snapshot() {
      return snapshot;
    }
  };
}
