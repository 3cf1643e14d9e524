// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {type CatalogOptions, catalog} from "../../../src/components/catalog/catalog.js";
import type {CatalogTable} from "../../../src/components/catalog/entry.js";

const column = {type: "DOUBLE", unit: "", low: null, high: null, nullShare: null, storeOnly: false};
const base = {grain: "", source: "", example: "", rows: 1, storedRows: null, whole: null, wholeSince: null};
const table = (kind: CatalogTable["kind"], name: string, columns: string[]): CatalogTable => ({
  ...{kind, name, ...base, since: null, until: null, meaning: `Rows of ${name}.`},
  columns: columns.map((text) => ({...column, name: text, meaning: `the ${text}`}))
});
const tables = [
  table("table", "prices", ["price", "bid"]),
  table("table", "feeds", ["symbol"]),
  table("view", "spreads", ["bid", "spreadBps"]),
  table("store", "feeds", ["minChannel"])
];

const show = (options?: CatalogOptions) => document.body.appendChild(catalog(tables, options));

beforeEach(() => document.body.replaceChildren());

describe("catalog(tables, options)", () => {
  it("lists tables, views, and what the store alone has, closed, each under an id", () => {
    const element = show();
    expect(shown(element)).toEqual(["prices", "feeds", "spreads", "store-feeds"]);
    expect(Array.from(element.querySelectorAll("h2"), ({textContent}) => textContent)).toEqual([
      ...["Tables", "Views", "In the store only"]
    ]);
    expect(element.querySelector("[role=status]")?.textContent).toBe("4 tables and views");
    expect(element.querySelector("details[open]")).toBeNull();
  });

  it.each([
    ["bid", ["prices", "spreads"]],
    ["BID prices", ["prices"]],
    ["the symbol", ["feeds"]],
    ["nothing", []],
    [" ", ["prices", "feeds", "spreads", "store-feeds"]]
  ])("finds by name, meaning and columns: %j", (search, expected) => {
    const element = show({search});
    expect(shown(element)).toEqual(expected);
    const told = expected.length === 4 ? "4 tables and views" : `${expected.length} of 4 tables and views`;
    expect(element.querySelector("[role=status]")?.textContent).toBe(told);
  });

  it("hides a heading with nothing under it, and marks the columns found", () => {
    const element = show({search: "bid"});
    const hidden = Array.from(element.querySelectorAll("section"), (section) => section.hidden);
    expect(hidden).toEqual([false, false, true]);
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
    expect(element.querySelector("[role=status]")?.textContent).toBe("0 tables and views");
  });
});

function shown(element: HTMLElement): string[] {
  return Array.from(element.querySelectorAll("details:not([hidden])"), ({id}) => id);
}
