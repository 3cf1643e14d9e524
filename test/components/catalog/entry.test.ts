// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type CatalogTable, entry} from "../../../src/components/catalog/entry.js";

const table: CatalogTable = {
  kind: "table",
  name: "bars_1m",
  meaning: "Bars, as `bars_of` makes them.",
  grain: "(priceFeedId, startedAt)",
  source: "prices",
  example: "FROM bars_1m",
  rows: 1200,
  storedRows: 1200,
  whole: true,
  wholeSince: null,
  since: "2026-05-12 13:55:00",
  until: "2026-05-12 14:55:00",
  columns: []
};

describe("entry(table)", () => {
  it("is closed, under its name, and says what a row is", () => {
    const element = entry(table);
    expect([element.id, element.open]).toEqual(["bars_1m", false]);
    expect(element.querySelector("summary")?.textContent).toBe("bars_1mBars, as bars_of makes them.1,200 rows");
    expect(element.querySelector(".fb-meaning code")?.textContent).toBe("bars_of");
    expect(factsOf(element)).toEqual({
      "One row per": "(priceFeedId, startedAt)",
      "Made of": "prices",
      Time: "2026-05-12 13:55 – 14:55 UTC"
    });
    expect(element.querySelector("pre")?.textContent).toBe("FROM bars_1m");
  });

  it("says of how much of the store its rows are", () => {
    const part = {...table, whole: false, storedRows: 1e6, wholeSince: "2026-05-12T13:55:00Z"};
    expect(factsOf(entry(part)).Rows).toBe("1,200 of the store’s 1,000,000, all of them since 2026-05-12 13:55 UTC");
    expect(factsOf(entry({...part, rows: 0, wholeSince: null})).Rows).toBe("0 of the store’s 1,000,000");
  });

  it("has an id and a command of its own in the store", () => {
    const element = entry({
      ...table,
      kind: "store",
      grain: "none; there is one row",
      rows: 1,
      since: null,
      until: null
    });
    expect(element.id).toBe("store-bars_1m");
    expect(element.querySelector("pre")?.textContent).toBe('npm run -s feedbook -- sql "FROM bars_1m"');
    expect(element.querySelector(".fb-rows")?.textContent).toBe("1 row");
    expect(factsOf(element)).toEqual({"One row per": "there is one row", "Made of": "prices"});
    expect(entry({...table, rows: null}).querySelector(".fb-rows")?.textContent).toBe("");
  });

  it("takes what it is told as text", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const element = entry({...table, meaning: hostile, source: hostile, example: hostile});
    expect(element.querySelector("img")).toBeNull();
    expect(element.querySelector(".fb-meaning")?.textContent).toBe(hostile);
  });
});

function factsOf(element: HTMLElement): Record<string, string> {
  const terms = Array.from(element.querySelectorAll("dt"));
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""]));
}
