// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {freshnessTable, gapTable, staleTable} from "../../../src/components/quality/feeds.js";
import {faultList, fieldTable, formatMs, loadTable} from "../../../src/components/quality/logs.js";

const markup = "<img src=x onerror=alert(1)>";
const cellsOf = (table: HTMLElement) =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map(({textContent}) => textContent));
const toneOf = (table: HTMLElement, text: string) =>
  [...table.querySelectorAll("[data-tone]")].find(({textContent}) => textContent === text)?.getAttribute("data-tone");

describe("freshnessTable(rows)", () => {
  const row = {assetType: markup, feeds: 4, fresh: 3n, stale: 1, quiet: 0, closed: 0, silent: 0, unknown: 0, never: 0};

  it("has a row per class, and warns of stale and missing ones", () => {
    const table = freshnessTable([{...row, missing: 2, oldest: 90, publishers: 9}]);
    expect(cellsOf(table)).toEqual([[markup, "4", "3 (75 %)", "1", "0", "0", "0", "2", "0", "0", "2 min", "9"]]);
    expect([toneOf(table, "1"), toneOf(table, "2")]).toEqual(["warn", "warn"]);
    expect(table.querySelector("img")).toBeNull();
  });

  it("has dashes for what nobody knows", () => {
    expect(cellsOf(freshnessTable([row]))[0]?.slice(-2)).toEqual(["–", "–"]);
    const none = {...row, feeds: 5, fresh: 0, stale: 0, unknown: 3, never: 2};
    expect(cellsOf(freshnessTable([none]))[0]?.[2]).toBe("–");
    expect(cellsOf(freshnessTable([{...none, closed: 1, never: 1}]))[0]?.[2]).toBe("0 (0 %)");
  });
});

describe("staleTable(rows)", () => {
  it("has a row per feed with its state", () => {
    const known = {priceFeedId: 5, symbol: markup, state: "stale", marketSession: "preMarket", ageSeconds: 3700};
    const table = staleTable([
      {...known, silentSeconds: 0, lastPublishedAt: new Date("2026-05-12T14:00:00Z"), publisherCount: 7},
      {priceFeedId: 9n, state: "never"}
    ]);
    expect(cellsOf(table)).toEqual([
      [markup, "stale", "pre-market", "1 h 2 min", "0 s", "2026-05-12 14:00:00 UTC", "7"],
      ["feed 9", "never", "–", "–", "–", "–", "–"]
    ]);
    expect(table.querySelector("a")?.getAttribute("href")).toBe("./feed?feed=5");
    expect(staleTable([]).textContent).toBe("no feed found");
  });
});

describe("gapTable(rows)", () => {
  it("has what came of what should have, and warns of gaps", () => {
    const at = "2026-05-12T11:00:00Z";
    const table = gapTable([
      {
        priceFeedId: 2,
        symbol: "F.2",
        expected: 36,
        received: 33,
        share: 0.9428,
        missing: 2,
        notAsked: 1,
        gaps: 1,
        gapSeconds: 1200,
        firstGapAt: at,
        lastGapAt: at,
        stepSeconds: 300,
        staleSeconds: 0,
        fewestPublishers: 12,
        rejected: 0,
        coercions: 2
      },
      {priceFeedId: 3, expected: 0, received: 0}
    ]);
    const hour = "05-12 11:00";
    expect(cellsOf(table)[0]).toEqual([
      "F.2",
      "94.28 %",
      "33",
      "36",
      "2",
      "1",
      "1",
      "20 min",
      hour,
      hour,
      "5 min",
      "0 s",
      "12",
      "0",
      "2"
    ]);
    expect(cellsOf(table)[1]?.slice(0, 2)).toEqual(["feed 3", "–"]);
    expect([toneOf(table, "1"), toneOf(table, "2")]).toEqual(["warn", "warn"]);
  });
});

describe("faultList(rows)", () => {
  const fault = {kind: "rejected", reason: "no object", total: 1200, number: 2, example: markup, priceFeedId: 7n};

  it("has each reason once with its count, and its examples as text, the newest first", () => {
    const list = faultList([
      {...fault, firstReceivedAt: "2026-05-12T10:00:00Z", lastReceivedAt: "2026-05-12T11:00:00Z", endpoint: "price"},
      {...fault, number: 1, example: "1", priceFeedId: null, receivedAt: "2026-05-12T11:00:00Z"},
      {...fault, kind: "coerced", reason: markup, total: 3, number: 1, example: null, symbol: "Crypto.BTC/USD"}
    ]);
    expect(list.querySelector("img")).toBeNull();
    expect([...list.querySelectorAll("h3")].map(({textContent}) => textContent?.slice(0, 13))).toEqual([
      "Rejected entr",
      "Nulled values"
    ]);
    const summaries = [...list.querySelectorAll("summary")].map(({children}) =>
      [...children].map((c) => c.textContent)
    );
    expect(summaries).toEqual([
      ["1,200", "no object", "2026-05-12 10:00 UTC – 2026-05-12 11:00 UTC"],
      ["3", markup, "–"]
    ]);
    expect([...list.querySelectorAll("code")].map(({textContent}) => textContent)).toEqual(["1", markup]);
    expect([...list.querySelectorAll("li small")].map(({textContent}) => textContent)).toEqual([
      "feed unknown, 2026-05-12 11:00:00 UTC",
      "feed 7, price, –",
      "Crypto.BTC/USD, –"
    ]);
  });

  it("cuts what is too long, and shows kinds that it does not know", () => {
    const list = faultList([{...fault, kind: "odd", example: "x".repeat(1000)}]);
    expect(list.querySelector("code")?.textContent).toMatch(/^x{299}…$/);
    expect(list.querySelector("h3")?.textContent).toContain("odd");
  });

  it("says that all fitted", () => expect(faultList([]).textContent).toContain("Nothing was rejected"));
});

describe("loadTable(rows) and fieldTable(rows)", () => {
  it("have their rows as text, and mark loads that failed", () => {
    const load = {command: "latest", startedAt: "2026-05-12T10:00:00Z", seconds: 4.41, rows: 135_600n, rejected: 2};
    const answered = {responses: 10, refused: 1, latencyP50Ms: 3.64, latencyP95Ms: 1234};
    const loads = loadTable([{...load, ...answered, status: "failed", error: markup}]);
    const first = "2026-05-12 10:00:00 UTC";
    expect(cellsOf(loads)).toEqual([
      [first, "latest", "failed", "4.4 s", "135,600", "2", "10", "1", "3.64 ms", "1.2 s", markup]
    ]);
    expect(toneOf(loads, "failed")).toBe("negative");
    const field = {startedAt: load.startedAt, endpoint: "price", field: markup, change: "new", now: "text"};
    expect(cellsOf(fieldTable([field]))).toEqual([[first, "price", markup, "new", "–", "text", "–"]]);
    expect(fieldTable([]).textContent).toBe("No field came or went.");
    expect(loadTable([]).textContent).toBe("no loads yet");
  });
});

describe("formatMs(value)", () => {
  it.each([
    [0.04, "0.04 ms"],
    [3.6444, "3.64 ms"],
    [999, "999 ms"],
    [61_000, "1 min"],
    [null, "–"],
    [NaN, "–"]
  ])("%d is %s", (value, text) => expect(formatMs(value)).toBe(text));
});
