import {describe, expect, it} from "vitest";
import {beside} from "../../loaders/config/paths.js";

describe("beside(storePath, ending)", () => {
  it.each([
    ["data/feeds.duckdb", "data/feeds.bodies"],
    ["data/feeds", "data/feeds.bodies"],
    ["data/my.duckdb.copy", "data/my.duckdb.copy.bodies"],
    ["data.duckdb/feeds.db", "data.duckdb/feeds.db.bodies"]
  ])("of %s is %s", (storePath, path) => expect(beside(storePath, ".bodies")).toBe(path));
});
