import * as all from "d3";
import {afterEach, expect, it, vi} from "vitest";
import * as d3 from "../../../src/duckdb/values/d3.js";

afterEach(() => vi.unstubAllGlobals());

it("d3 has all that d3 has, and compiles no code at run time", async () => {
  expect(Object.keys(d3).toSorted()).toEqual(Object.keys(all).toSorted());
  const usual = new Map(Object.entries(all));
  const other = Object.entries(d3).flatMap(([name, value]) => (usual.get(name) === value ? [] : [name]));
  expect(other.toSorted()).toEqual(["autoType", "csv", "csvParse", "dsv", "dsvFormat", "tsv", "tsvParse"]);
  vi.stubGlobal("Function", () => expect.unreachable());
  vi.stubGlobal("fetch", async () => new Response("a|b\n1|2\n"));
  const row = {a: 1, b: 2};
  expect([...d3.csvParse("a,b\n1,2\n", d3.autoType), ...d3.tsvParse("a\tb\n1\t2\n", d3.autoType)]).toEqual([row, row]);
  expect([...(await d3.dsv("|", "own.txt", d3.autoType)), ...(await d3.csv("own.csv"))]).toEqual([row, {"a|b": "1|2"}]);
});
