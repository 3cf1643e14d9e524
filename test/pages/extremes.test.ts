import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {readPick} from "../../src/inputs/pick.js";
import {rowsOf} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {answerOf, openingOf, pages, queriesOf} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-extremes-"));
const path = join(folder, "feeds.duckdb");

const base = {price: "100", bestBidPrice: "99", bestAskPrice: "101", confidence: 1, emaPrice: "100", emaConfidence: 1};
const common = {exponent: -2, publisherCount: 3, marketSession: "regular"};
const quote = {priceFeedId: 1, ...base, ...common, feedUpdateTimestamp: 1778594100000000};
const rate = {
  priceFeedId: 112,
  ...common,
  price: "5",
  fundingRate: 7,
  fundingRateInterval: 3.6e9,
  fundingTimestamp: 1778594100000000
};
const numbers = [
  "1e308",
  "-1e308",
  "5e-324",
  "-5e-324",
  "1e30",
  "-1e30",
  "0",
  "0.5",
  "9007199254740993",
  "-9223372036854775808"
];
const instants = ["-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z", "0", "1", "9e15", "99999999999999999999"];
const values = [...numbers, ...instants, null, "NaN", ["x"], {}];

// Each value once in each column, in a minute of its own and as the last update of its own feed; then empty entries and
// absurd dates.
const entries = [quote, rate].flatMap((entry) =>
  Object.keys(entry)
    .filter((column) => column !== "priceFeedId" && column !== "marketSession")
    .flatMap((column) => values.map((value) => ({...entry, [column]: value})))
);
const bodies = entries.map((entry, i) => body(String(1778594100000000 + i * 60_000_000), [entry]));
const last = body(
  "1778594100000000",
  entries.map((entry, i) => ({...entry, priceFeedId: 1000 + i}))
);
const nothing = [{priceFeedId: 3}, {priceFeedId: 9007199254740991, price: null}, {priceFeedId: 0, fundingRate: 1e308}];
const absurd = [...instants, "-8640000000000000", "8640000000000000000"].map((at) =>
  body(at, [quote, rate, ...nothing])
);

const stores: [string, string[]][] = casesOf(
  [
    ["extreme values and absurd dates", [...bodies, last, ...absurd]],
    ["absurd dates alone", absurd]
  ],
  [["extreme values", [...bodies, last, body("1778594100000000", nothing)]]]
);

describe.each(stores)("a store of %s", (_, bodies) => {
  let test: TestStore;

  beforeAll(async () => {
    test = await makeStore();
    await test.book(...bodies);
  });
  afterAll(() => test.remove());

  it("is published, and no query of any page fails or returns an infinity", async () => {
    const published = await publish(test.store, path);
    expect(rowsOf(published).prices).toBeGreaterThan(0);
    const texts = [String(await runSqlFile("src/data/index.json.sql", path))];
    expect(String(await runSqlFile("src/data/data.json.sql", path))).toMatch(/"name":"prices".*"nullShare":0/);
    for (const page of pages) {
      const opening = await openingOf(path, page);
      texts.push(JSON.stringify(opening), ...(await answers(page, {...opening.pick, ...readPick(opening, {})})));
    }
    expect(texts.flatMap((text) => text.match(/.{80}"(-?Infinity|NaN)"/g) ?? [])).toEqual([]);
  }, 120_000);
});

afterAll(() => rmSync(folder, {recursive: true}));

async function answers(page: string, pick: object): Promise<string[]> {
  const values = Object.fromEntries(Object.entries(pick).map(([name, value]) => [name, keyOf(value) ?? null]));
  const snapshot = await openSnapshot(path);
  const texts: string[] = [];
  try {
    for (const {place} of queriesOf(page)) {
      for (const id of casesOf([1, 112, 9007199254740991], [0, 3])) {
        const look = {...values, draw: "candles", compared: "[1]", feed: id, feeds: `[${id}]`};
        texts.push(JSON.stringify(await answerOf(snapshot, place, look)));
      }
    }
  } finally {
    snapshot.close();
  }
  return texts;
}

function body(timestampUs: string, priceFeeds: object[]): string {
  return JSON.stringify({parsed: {timestampUs, priceFeeds}});
}
