import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {parseSqlFile} from "../../loaders/site/answers/statements.js";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {isOwn, type Store} from "../../loaders/store/database/store.js";
import {openStore} from "../../loaders/store/open.js";
import {sharedSnapshot} from "../pages/queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-plans-"));
let store: Store;

beforeAll(async () => {
  const path = await sharedSnapshot("short");
  for (const name of ["", ".store"]) copyFileSync(`${path}${name}`, join(folder, `feeds.duckdb${name}`));
  store = await openStore(join(folder, "feeds.duckdb.store"));
  await store.connection.run("SET asof_loop_join_threshold = 0"); // an ASOF join of few rows becomes a loop
});
afterAll(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

// Joins with a single row, how often each view has them.
const single = {
  ...{events: 18, feed_freshness: 16, feed_held: 4, feed_states: 8, feed_stats: 4},
  ...{funding_1d: 3, funding_1h: 3, funding_now: 4, funding_payments: 8, funding_spots: 4, market_state: 4, meta: 4},
  ...{rate_means_1d: 3, rate_means_1h: 3, rates_1d: 12, rates_1h: 12}
};

// Of 30,000 hours that takes seconds, of a million it does not end.
describe("the views of a store", () => {
  it("compare no row with each row of another table", async () => {
    const names = await queryRecords(
      store.connection,
      `SELECT view_name AS name FROM duckdb_views() WHERE ${isOwn} AND NOT internal ORDER BY name`
    );
    expect(names.length).toBeGreaterThan(20);
    const found: Record<string, number> = {};
    for (const {name} of names) {
      const [plan] = await queryRecords(store.connection, `EXPLAIN (FORMAT json) FROM ${name}`);
      const joins = JSON.stringify(plan).match(/BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN/g) ?? [];
      if (joins.length > 0) found[String(name)] = joins.length;
    }
    expect(found).toEqual(single);
  });
});

// Of 2,500 feeds that took half a minute.
describe("the opening view of the board", () => {
  it("searches no list of feeds for each row", async () => {
    const statements = parseSqlFile(await readFile("src/data/index.json.sql", "utf8")).statements;
    const board = statements.find(({name}) => name === "feeds")?.sql;
    const snapshot = await openSnapshot(join(folder, "feeds.duckdb"), {file: join(folder, "spilled")});
    try {
      const {rows} = await snapshot.query(`EXPLAIN (FORMAT json) ${board}`);
      expect(JSON.stringify(rows)).toContain("WINDOW");
      expect(JSON.stringify(rows)).not.toContain("list_aggr(SUBQUERY");
    } finally {
      snapshot.close();
    }
  });

  it("has what a list of all feeds has", async () => {
    const of = (feeds: string) =>
      queryRecords(
        store.connection,
        `FROM carry_forward_prices('prices_raw', ${feeds}, first_update(), last_update()) ORDER BY ALL`
      );
    expect(await of("NULL")).toEqual(await of("(SELECT list(priceFeedId) FROM feeds)"));
  });

  it("alone takes no list for all feeds: named queries of none have no rows", async () => {
    const span = "first_update(), last_update()";
    for (const query of [
      `price_comparison(NULL, ${span}, 60)`,
      `spread_summary(NULL, ${span})`,
      `funding_line(NULL, ${span}, 60)`,
      `funding_accrual(NULL, ${span}, 60)`
    ])
      expect({query, rows: await queryRecords(store.connection, `FROM ${query}`)}).toEqual({query, rows: []});
  });
});
