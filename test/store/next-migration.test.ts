import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {findGaps} from "../../loaders/inspect/gaps.js";
import {rejectsOverview} from "../../loaders/inspect/rejects.js";
import {sqlOf, storeStatus} from "../../loaders/inspect/status.js";
import {emptyBody, readBody} from "../../loaders/parse/body.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {derive} from "../../loaders/sql/derive.js";
import {bookResponses} from "../../loaders/store/book.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {isOwn, type Store} from "../../loaders/store/database/store.js";
import {bookDrift} from "../../loaders/store/drift.js";
import {readSymbols, saveFeeds} from "../../loaders/store/feeds.js";
import {allTables} from "../../loaders/store/internal-tables.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {readMigrations, todaysVersion} from "../../loaders/store/migrate.js";
import {openStore, useStore} from "../../loaders/store/open.js";
import {bookReplayed, coercedAfter, fillColumn, rejectedAfter} from "../../loaders/store/replay.js";
import {dropOld} from "../../loaders/store/retain.js";
import {casesOf} from "../helpers/soak.js";
import {booking, copyEmpty} from "../helpers/store.js";
import {makeOldStore, oldVersions} from "../helpers/stores/old.js";
import {whole} from "../helpers/stores/whole.js";
import {body, instant} from "./dropping.js";

let folder: string;
const path = () => join(folder, "feeds.duckdb");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));
});

afterEach(() => rmSync(folder, {recursive: true}));

const added = allTables.map(({name}) => `ALTER TABLE ${name} ADD COLUMN venue VARCHAR;`).join("\n");

const feed = (symbol: string) => ({
  ...{priceFeedId: 1, symbol, name: null, description: null, assetType: null, exponent: -2, minChannel: null},
  ...{state: "stable", fundingIntervalHours: null}
});

async function load(store: Store): Promise<void> {
  const loadId = await startLoad(store, "next", false, {hold: false});
  for (const symbol of ["Crypto.XBT/USD", "Crypto.BTC/USD"]) await saveFeeds(store, [feed(symbol)]);
  const failure = {problem: "body is empty", start: ""};
  await bookResponses(store, [
    ...[0, 0, 1, 48].map((hours) => booking(loadId, body(hours))),
    {...booking(loadId, body(48)), body: emptyBody(), failure}
  ]);
  const seen = new Map([["latest_price", new Map([["venue", {kinds: new Set(["text"]), priceFeedId: 1}]])]]);
  await bookDrift(store, loadId, seen, {asked: () => true, since: null});
  await finishLoad(store, loadId, "done");
}

async function replay(store: Store): Promise<void> {
  const rejects = await rejectedAfter(store, null);
  const entries = rejects.map((_, i) => (i === 0 ? '{"priceFeedId":9,"price":"x"}' : "{}"));
  await bookReplayed(store, rejects, readBody(`{"parsed":{"priceFeeds":[${entries.join()}]}}`));
  const [nulled] = await coercedAfter(store, null);
  if (nulled) await fillColumn(store, nulled.columnName, [{...nulled, value: 7}]);
}

async function readAll(store: Store): Promise<void> {
  expect(await storeStatus(store)).toMatchObject({balanced: true});
  expect((await readSymbols(store)).get("Crypto.XBT/USD")).toBeDefined();
  await rejectsOverview(store);
  await findGaps(store, {from: null, to: null, feeds: null});
  const views = `SELECT view_name FROM duckdb_views() WHERE (${isOwn} OR database_name = 'temp') AND NOT internal`;
  for (const {view_name} of await queryRecords(store.connection, views))
    await queryRecords(store.connection, `FROM ${view_name} LIMIT 1`);
}

describe.each(casesOf([1], [todaysVersion, 0, ...oldVersions.slice(1)]))(
  "a new column in every table of a store of version %i",
  (version) => {
    it("breaks no load, derivation, retention, replay, snapshot or reader", {timeout: 120_000}, async () => {
      if (oldVersions.includes(version)) await makeOldStore(path(), version);
      if (version === todaysVersion) await copyEmpty(path());
      const migrating = {migrations: [...readMigrations(), added]};
      const store = await openStore(path(), migrating);
      await load(store);
      expect(await derive((work) => work(store))).toMatchObject({due: 0});
      expect(await dropOld(store, instant(24))).toMatchObject({rows: 6});
      await replay(store);
      expect(await derive((work) => work(store))).toMatchObject({due: 0});
      await publish(store, join(folder, "snapshot.duckdb"));
      expect((await queryRecords(store.connection, sqlOf("integrity")))[0]).toEqual(whole);
      store.close();
      const prices =
        "SELECT count(*)::INTEGER AS n FROM prices WHERE publishedAt BETWEEN '2026-03-01' AND '2026-04-01' AND priceFeedId < 3";
      expect((await querySnapshot(join(folder, "snapshot.duckdb"), prices)).rows).toEqual([[2]]);
      await useStore(path(), {readOnly: true, ...migrating}, readAll);
    });
  }
);
