import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import type {Parameters} from "../../loaders/store/database/query.js";
import {parametersOf, queriesOf, sharedSnapshot} from "./queries.js";

const [from, until] = ["2026-05-12T06:00:00Z", "2026-05-12T12:00:00Z"];
const picked = {feed: 6, feeds: "[113]", compared: "[6]", draw: "candles", step: 120};
const view = {from, until, first: from, last: until, ...picked};
let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = await openSnapshot(await sharedSnapshot("short"));
});
afterAll(() => snapshot.close());

const large = /\.(prices|funding|funding_1h|bars_1m|bars_1h)$/;
const queries = ["prices", "spreads", "funding"]
  .flatMap(queriesOf)
  .filter(
    ({sql, names}) =>
      /^FROM (?!spread_week|funding_steps|marks_of)|FROM funding_line/.test(sql) &&
      names.some((name) => /^feeds?$/.test(name))
  )
  .flatMap((query) => ["raw", "1h"].map((resolution) => ({...query, resolution})));

// The browser downloads only the parts of a table that match a filter on its scan.
describe("a scan of the snapshot's large tables", () => {
  it.each(queries)("by $place at $resolution is filtered by feed and time", ({resolution, ...query}) =>
    expectFiltered(query.sql, parametersOf(query, {...view, resolution, whole: resolution}))
  );
});

async function expectFiltered(sql: string, parameters: Parameters): Promise<void> {
  const {rows} = await snapshot.query(`EXPLAIN (FORMAT json) ${sql}`, parameters);
  const scans = scansOf(JSON.parse(String(rows[0]?.[1]))).filter(({table}) => large.test(table));
  expect(scans.length).toBeGreaterThan(0);
  for (const {table, filters} of scans) {
    expect(filters, table).toMatch(/priceFeedId(>=?|=)(6|113)/);
    expect(filters, table).toMatch(/(publishedAt|[a-z]+At)<=?'2026-05-12 12:00:00'/);
  }
}

interface Node {
  children?: Node[];
  extra_info?: {Table?: string; Filters?: string | string[]};
}

function scansOf(nodes: readonly Node[]): {table: string; filters: string}[] {
  return nodes.flatMap(({children = [], extra_info: {Table: table, Filters: filters = ""} = {}}) => [
    ...(table === undefined ? [] : [{table, filters: String(filters)}]),
    ...scansOf(children)
  ]);
}
