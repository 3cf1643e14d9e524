import {resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {beside, locationOf} from "../../loaders/config/location.js";

describe("locationOf(path)", () => {
  it.each([
    ["data/feeds.duckdb", {source: "data/feeds.duckdb", schema: null, file: "data/feeds.duckdb", name: "store"}],
    ["data/a#b.duckdb", {source: "data/a#b.duckdb", schema: null, file: "data/a#b.duckdb", name: "store"}],
    [
      "duckdb:data/all.duckdb",
      {source: "duckdb:data/all.duckdb", schema: null, file: "data/all.duckdb", name: "store"}
    ],
    ["duckdb:/all.duckdb#own", {source: "duckdb:/all.duckdb", schema: "own", file: "/all.duckdb", name: "store"}],
    [
      "duckdb:/c#/all.duckdb#own",
      {source: "duckdb:/c#/all.duckdb", schema: "own", file: "/c#/all.duckdb", name: "store"}
    ],
    ["C:\\all.duckdb", {source: "C:\\all.duckdb", schema: null, file: "C:\\all.duckdb", name: "store"}],
    ["md:feeds", {source: "md:feeds", schema: null, file: null, name: "feeds", given: false}],
    ["md:feeds?a=b#own", {source: "md:feeds?a=b", schema: "own", file: null, name: "feeds", given: false}],
    [
      "md:_share/feeds/e9ad-77",
      {source: "md:_share/feeds/e9ad-77", schema: null, file: null, name: "feeds", given: false}
    ],
    ["ducklake:lake.ducklake", {source: "ducklake:lake.ducklake", schema: null, file: null, name: "store"}]
  ])("of %s is %j", (path, location) => expect(locationOf(path)).toEqual({given: true, ...location}));
});

describe("beside(path, ending)", () => {
  it.each([
    ["data/feeds.duckdb", "data/feeds.bodies"],
    ["data/feeds", "data/feeds.bodies"],
    ["data/my.duckdb.copy", "data/my.duckdb.copy.bodies"],
    ["data.duckdb/feeds.db", "data.duckdb/feeds.db.bodies"],
    ["duckdb:/x/all.duckdb", "/x/all.bodies"],
    ["duckdb:/x/all.duckdb#own", "/x/all.own-7bd52c07.bodies"],
    ["duckdb:/y/all.duckdb#OWN", "/y/all.own-7bd52c07.bodies"],
    ["md:feeds", resolve("data/md-feeds-df8bb20c.bodies")],
    ["md:feeds#own", resolve("data/md-feeds-own-45cada79.bodies")],
    ["ducklake:postgres:dbname=../x host=y", resolve("data/ducklake-postgres-dbname-..-x-host-y-3e55f7ba.bodies")]
  ])("of %s is %s", (path, file) => expect(beside(path, ".bodies")).toBe(file));

  it("differs for places of which each has a store of its own", () => {
    const places = [
      ...["data/all.a.duckdb", "duckdb:data/all.duckdb#a", "duckdb:data/all#a", "duckdb:data/all.a.duckdb#a"],
      ...["data/md-a-b.duckdb", "md:a-b", "md:a#b", "md:a?b", `md:${"a".repeat(99)}`, `md:${"a".repeat(100)}`]
    ];
    const files = places.map((place) => resolve(beside(place, ".snapshot.duckdb")));
    expect(new Set(files).size).toBe(places.length);
  });
});
