// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {unkept} from "../../../src/url/state.js";
import {type CatalogOptions, type CatalogTable, catalog} from "../../../src/views/catalog/catalog.js";
import {find, rowsOf, texts, textsByTerm} from "../../charts/kit.js";

const column = {type: "DOUBLE", unit: "", low: null, high: null, nullShare: null, storeOnly: false};
const bars: CatalogTable = {
  ...{kind: "table", name: "bars_1m", meaning: "Bars, as `bars_of` makes them.", grain: "(priceFeedId, startedAt)"},
  ...{source: "prices", example: "FROM bars_1m", rows: 1200, storedRows: 1200, whole: true, wholeSince: null},
  ...{since: "2026-05-12 13:55:00", until: "2026-05-12 14:55:00", columns: []}
};

describe("catalog(tables, options)", () => {
  const tables = (
    [
      ["query", "candles", ["open"]],
      ["table", "prices", ["price", "bid"]],
      ["table", "feeds", ["symbol"]],
      ["view", "spreads", ["bid", "spreadBps"]],
      ["store", "feeds", ["minChannel"]]
    ] as const
  ).map(([kind, name, columns]) => ({
    ...{...bars, kind, name, meaning: `Rows of ${name}.`, grain: "", source: "", example: "", since: null, until: null},
    columns: columns.map((text) => ({...column, name: text, meaning: `the ${text}`}))
  }));
  const all = ["candles", "prices", "feeds", "spreads", "store-feeds"];
  const show = (options?: CatalogOptions, of = tables) => document.body.appendChild(catalog(of, options));
  const shown = (element: Element) => Array.from(element.querySelectorAll("details:not([hidden])"), ({id}) => id);

  it("lists named queries, tables, views and tables of the store, closed, each under an id", () => {
    const element = show();
    expect(shown(element)).toEqual(all);
    expect(texts(element, "h2")).toEqual(["Named queries", "Tables", "Views", "In the store only"]);
    expect(element.querySelector("details[open]")).toBeNull();
    expect(texts(show({}, []), "[role=status]")).toEqual(["0 queries, tables and views"]);
  });

  it.each([
    ["bid", ["prices", "spreads"], "2 of 5"],
    ["the symbol", ["feeds"], "1 of 5"]
  ])("finds by name, meaning and columns: %j", (search, expected, count) => {
    const element = show({found: unkept({search})});
    expect(shown(element)).toEqual(expected);
    expect(element.querySelector("section:not([hidden]):not(:has(details:not([hidden])))")).toBeNull(); // a heading without entries
    expect(find(element, "[role=status]").textContent).toBe(`${count} queries, tables and views`);
  });
});

describe("an entry of a catalog", () => {
  const entry = (table: CatalogTable) => find<HTMLDetailsElement>(catalog([table]), "details");

  it("is closed, under its name, and describes a row", () => {
    const element = entry(bars);
    expect([element.id, element.open]).toEqual(["bars_1m", false]);
    expect(texts(element, "summary, .fb-meaning code, pre")).toEqual([
      "bars_1mBars, as bars_of makes them.1,200 rows",
      ...["bars_of", "FROM bars_1m"]
    ]);
    const time = "2026-05-12 13:55 – 14:55 UTC";
    expect(textsByTerm(element)).toEqual({"One row per": "(priceFeedId, startedAt)", Source: "prices", Time: time});
  });

  it("has the arguments of a named query with their defaults", () => {
    const columns = [
      {...column, name: "feed", type: "BIGINT", meaning: "its id", argument: true, usual: null},
      {...column, name: "closed", type: "VARCHAR", meaning: "skipped or not", argument: true, usual: "'shown'"},
      {...column, name: "open", type: null, meaning: "first price", argument: false}
    ];
    expect(rowsOf(entry({...bars, kind: "query", name: "candles", columns}), "tr")).toEqual([
      "Argument | Meaning | Unit | Type",
      "feed | its id |  | BIGINT",
      "closed | skipped or not; default 'shown' |  | VARCHAR",
      "Column | Meaning | Unit",
      "open | first price | "
    ]);
  });
});
