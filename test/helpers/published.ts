import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
import {openStore} from "../../loaders/store/open.js";
import {copyEmpty} from "./store.js";

/** A snapshot for the tests of a file: where it is, and how to query it, known once the tests run. */
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
    await copyEmpty(join(folder, "store"));
    const store = await openStore(join(folder, "store"));
    await store.connection.run(sql);
    await derive((work) => work(store), {held: true});
    await publish(store, path);
    store.close();
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
