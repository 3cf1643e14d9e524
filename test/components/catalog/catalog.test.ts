// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {type CatalogOptions, type CatalogTable, catalog, entry} from "../../../src/components/catalog/catalog.js";

describe("catalog", () => {
  const column = {type: "DOUBLE", unit: "", low: null, high: null, nullShare: null, storeOnly: false};
  const base = {grain: "", source: "", example: "", rows: 1, storedRows: null, whole: null, wholeSince: null};
  const table = (kind: CatalogTable["kind"], name: string, columns: string[]): CatalogTable => ({
    ...{kind, name, ...base, since: null, until: null, meaning: `Rows of ${name}.`},
    columns: columns.map((text) => ({...column, name: text, meaning: `the ${text}`}))
  });
  const tables = [
    table("query", "candles", ["open"]),
    table("table", "prices", ["price", "bid"]),
    table("table", "feeds", ["symbol"]),
    table("view", "spreads", ["bid", "spreadBps"]),
    table("store", "feeds", ["minChannel"])
  ];

  const show = (options?: CatalogOptions) => document.body.appendChild(catalog(tables, options));

  beforeEach(() => document.body.replaceChildren());

  describe("catalog(tables, options)", () => {
    it("lists named queries, tables, views, and what the store alone has, closed, each under an id", () => {
      const element = show();
      expect(shown(element)).toEqual(["candles", "prices", "feeds", "spreads", "store-feeds"]);
      expect(Array.from(element.querySelectorAll("h2"), ({textContent}) => textContent)).toEqual([
        ...["Named queries", "Tables", "Views", "In the store only"]
      ]);
      expect(element.querySelector("[role=status]")?.textContent).toBe("5 queries, tables and views");
      expect(element.querySelector("details[open]")).toBeNull();
    });

    it.each([
      ["bid", ["prices", "spreads"]],
      ["BID prices", ["prices"]],
      ["the symbol", ["feeds"]],
      ["nothing", []],
      [" ", ["candles", "prices", "feeds", "spreads", "store-feeds"]]
    ])("finds by name, meaning and columns: %j", (search, expected) => {
      const element = show({search});
      expect(shown(element)).toEqual(expected);
      const told =
        expected.length === 5 ? "5 queries, tables and views" : `${expected.length} of 5 queries, tables and views`;
      expect(element.querySelector("[role=status]")?.textContent).toBe(told);
    });

    it("hides a heading with nothing under it, and marks the columns found", () => {
      const element = show({search: "bid"});
      const hidden = Array.from(element.querySelectorAll("section"), (section) => section.hidden);
      expect(hidden).toEqual([true, false, false, true]);
      const found = Array.from(element.querySelectorAll("[data-found] th"), ({textContent}) => textContent);
      expect(found).toEqual(["bid", "bid"]);
    });

    it("tells what is searched for, and which table was opened last", async () => {
      const onChange = vi.fn();
      const element = show({open: "spreads", onChange});
      await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith({search: "", open: "spreads"}));
      const [prices, spreads] = ["prices", "spreads"].map((id) => element.querySelector<HTMLDetailsElement>(`#${id}`));
      if (!prices || !spreads) throw new Error("no tables");
      prices.open = true;
      await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith({search: "", open: "prices"}));
      spreads.open = false; // not the last one
      prices.open = false;
      await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith({search: "", open: ""}));
      const field = element.querySelector("input");
      if (field) field.value = "bid";
      field?.dispatchEvent(new Event("input"));
      expect(onChange).toHaveBeenLastCalledWith({search: "bid", open: ""});
      expect(onChange).toHaveBeenCalledTimes(4);
    });

    it("says that there is nothing where there is nothing", () => {
      const element = catalog([]);
      expect(element.querySelector("[role=status]")?.textContent).toBe("0 queries, tables and views");
    });
  });

  function shown(element: HTMLElement): string[] {
    return Array.from(element.querySelectorAll("details:not([hidden])"), ({id}) => id);
  }
});

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

  it("has the arguments of a named query, with what they are where they are left out", () => {
    const part = {type: null, unit: "", low: null, high: null, nullShare: null, storeOnly: false};
    const columns = [
      {...part, name: "feed", type: "BIGINT", meaning: "its id", argument: true, usual: null},
      {...part, name: "closed", type: "VARCHAR", meaning: "skipped or not", argument: true, usual: "'shown'"},
      {...part, name: "open", meaning: "first price", argument: false}
    ];
    const [given, shown] = entry({...table, kind: "query", name: "candles", columns}).querySelectorAll("table");
    const texts = (rows: HTMLTableElement | undefined) => Array.from(rows?.rows ?? [], ({textContent}) => textContent);
    expect(texts(given)).toEqual([
      "ArgumentTypeUnitMeaning",
      "feedBIGINTits id",
      "closedVARCHARskipped or not; 'shown' if left out"
    ]);
    expect(texts(shown)).toEqual(["ColumnUnitMeaning", "openfirst price"]);
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
