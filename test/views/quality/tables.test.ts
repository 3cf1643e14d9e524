// @vitest-environment jsdom
import {expect, it} from "vitest";
import {faultList} from "../../../src/views/quality/faults.js";
import {freshnessTable, gapTable, staleTable} from "../../../src/views/quality/tables.js";
import {attributes, rowsOf, texts} from "../../charts/kit.js";

const markup = "<img src=x onerror=alert(1)>";
// The texts with a tone, and the tones.
const tonesOf = (table: HTMLElement) =>
  texts(table, "[data-tone]").map((text, i) => `${text} ${attributes(table, "[data-tone]", "data-tone")[i]}`);

it("freshnessTable(rows) has a row per class, warns of stale and missing feeds, and shows dashes for unknown values", () => {
  const row = {assetType: markup, feeds: 4, fresh: 3n, stale: 1, quiet: 0, closed: 0, silent: 0, unknown: 0, never: 0};
  const table = freshnessTable([{...row, missing: 2, oldest: 90, publishers: 9}]);
  expect(rowsOf(table)).toEqual([`${markup} | 4 | 3 (50 %) | 1 | 0 | 0 | 0 | 2 | 0 | 0 | 2 min | 9`]);
  expect(tonesOf(table)).toEqual(["1 warn", "2 warn"]);
  expect(table.querySelector("img")).toBeNull();
  expect(rowsOf(freshnessTable([row]))[0]).toMatch(/ \| – \| –$/);
  const none = {...row, feeds: 5, fresh: 0, stale: 0, unknown: 3, never: 2};
  expect(rowsOf(freshnessTable([none]))[0]).toContain(" | 5 | – | 0");
  expect(rowsOf(freshnessTable([{...none, closed: 5}]))[0]).toContain(" | 5 | closed | 0"); // not 0 %
});

it("staleTable(rows) shows a feed's state, session and age", () => {
  const ages = {ageSeconds: 90, silentSeconds: 30, lastPublishedAt: "2026-05-12T11:00:00Z", publisherCount: 7};
  const table = staleTable([{priceFeedId: 2, symbol: markup, state: "stale", marketSession: "preMarket", ...ages}]);
  expect(rowsOf(table)).toEqual([`${markup} | stale | pre-market | 2 min | 30 s | 2026-05-12 11:00:00 UTC | 7`]);
});

it("gapTable(rows) compares received with expected updates, and warns of gaps", () => {
  const at = "2026-05-12T11:00:00Z";
  const counts = {expected: 36, received: 33, share: 0.9428, missing: 2, notAsked: 1, gaps: 1, gapSeconds: 1200};
  const rest = {firstGapAt: at, lastGapAt: at, stepSeconds: 300, staleSeconds: 0, fewestPublishers: 12};
  const known = {priceFeedId: 2, symbol: "F.2", ...counts, ...rest, rejected: 0, coercions: 2};
  const table = gapTable([known, {priceFeedId: 3, expected: 0, received: 0}]);
  expect(rowsOf(table)).toEqual([
    "F.2 | 94.28 % | 33 | 36 | 2 | 1 | 1 | 20 min | 05-12 11:00 | 05-12 11:00 | 5 min | 0 s | 12 | 0 | 2",
    expect.stringMatching(/^feed 3 \| –/)
  ]);
  expect(tonesOf(table)).toEqual(expect.arrayContaining(["1 warn", "2 warn"]));
});

it("faultList(rows) lists each reason once with its count and its examples as text, newest first", () => {
  const fault = {kind: "rejected", reason: "no object", total: 1200, number: 2, example: markup, priceFeedId: 7n};
  const [ten, eleven] = ["2026-05-12T10:00:00Z", "2026-05-12T11:00:00Z"];
  const list = faultList([
    {...fault, firstReceivedAt: ten, lastReceivedAt: eleven, endpoint: "price"},
    {...fault, number: 1, example: "1", priceFeedId: null, receivedAt: eleven},
    {...fault, kind: "coerced", reason: markup, total: 3, number: 1, example: null, symbol: "Crypto.BTC/USD"}
  ]);
  expect(list.querySelector("img")).toBeNull();
  expect(rowsOf(list, "summary")).toEqual([
    "1,200 | rejected: no object | 2026-05-12 10:00 UTC – 2026-05-12 11:00 UTC",
    `3 | nulled: ${markup} | –`
  ]);
  expect(texts(list, "code, li small")).toEqual([
    ...["1", "feed unknown, 2026-05-12 11:00:00 UTC", markup, "feed 7, price, –", "Crypto.BTC/USD, –"]
  ]);
  const odd = faultList([{...fault, kind: "odd", example: "x".repeat(1000)}]);
  expect(texts(odd, "code")).toEqual([`${"x".repeat(299)}…`]);
  expect(faultList([]).textContent).toContain("No entry was rejected");
});
