import {copyFileSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {v7 as uuidv7} from "uuid";
import {readBody} from "../../loaders/parse/body.js";
import type {FundingUnits} from "../../loaders/sql/list.js";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {openStore} from "../../loaders/store/open.js";
import {shared} from "./run/shared.js";

/** The recorded body of the real service: BTC, ETH and a funding feed. */
export const recorded = readFileSync("test/fixtures/recorded/2026-05-12-fixed_rate-1000ms.json", "utf8");

/** A query that never ends, and takes no memory. */
export const endless = "SELECT count(*) AS n FROM range(1000000000000000) WHERE hash(range) = 1";

/** Makes publishing the store never end. */
export const endlessFunding = `CREATE OR REPLACE VIEW funding AS
  SELECT n AS priceFeedId, 1 AS publishedAt FROM (${endless})`;

/** A body, and the fields of its response that differ from the default. */
export interface Told extends Partial<Booking> {
  text: string;
}

/** A store in a folder of its own. */
export type TestStore = Awaited<ReturnType<typeof makeStore>>;

/** Copies an empty store to a path; it is made once for all files of a run, as that takes longer than most tests. */
export async function copyEmpty(path: string): Promise<void> {
  const folder = await shared("store", async (made) => (await openStore(join(made, "feeds.duckdb"))).close());
  copyFileSync(join(folder, "feeds.duckdb"), path);
}

/**
 * Makes a store in a temporary folder: a copy of the store at `from`, or of an empty one that is made once for all files of a
 * run. `copied` false: a new one, which DuckDB distinguishes from the copies. `into`: the object that becomes the store.
 */
export async function makeStore({copied = true, from = "", into = {}} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-store-"));
  const path = join(folder, "feeds.duckdb");
  if (from !== "") copyFileSync(from, path);
  else if (copied) await copyEmpty(path);
  const made = Object.assign(into, {
    folder,
    path,
    store: await openStore(path),
    /** Books bodies as a load of the real service; gives its id. */
    async book(...bodies: (string | Told)[]): Promise<string> {
      const loadId = await startLoad(made.store, "test", false);
      await bookResponses(
        made.store,
        bodies.map((body) => {
          const {text, ...fields} = typeof body === "string" ? {text: body} : body;
          return {...booking(loadId, text), ...fields};
        })
      );
      await finishLoad(made.store, loadId, "done");
      return loadId;
    },
    records(sql: string): Promise<Record<string, unknown>[]> {
      return queryRecords(made.store.connection, sql);
    },
    /** Closes the store and opens it again, with these settings. */
    async reopen(units: FundingUnits = {}): Promise<void> {
      made.store.close();
      made.store = await openStore(path, units);
    },
    remove(): void {
      made.store.close();
      rmSync(folder, {recursive: true});
    }
  });
  return made;
}

/** An update body of these entries, published at an instant (epoch µs). */
export function bodyAt(publishedUs: number, ...priceFeeds: object[]): string {
  return JSON.stringify({parsed: {timestampUs: String(publishedUs), priceFeeds}});
}

/** A booking of a body as received from the real service at 2026-05-12 14:00 UTC. */
export function booking(loadId: string, text: string): Booking {
  const now = Date.UTC(2026, 4, 12, 14);
  return {
    responseId: uuidv7(),
    loadId,
    endpoint: "latest_price",
    baseUrl: "http://127.0.0.1",
    requestedAt: new Date(now - 1),
    receivedAt: new Date(now),
    httpStatus: 200,
    latencyMs: 1,
    bodyBytes: text.length,
    bodyHash: "x",
    request: null,
    received: 0,
    missingFeeds: null,
    body: readBody(text)
  };
}
