import {expect, it} from "vitest";
import {beside} from "../../loaders/config/beside.js";

it.each([
  ["data/feeds.duckdb", "data/feeds.bodies"],
  ["data/feeds", "data/feeds.bodies"],
  ["data/my.duckdb.copy", "data/my.duckdb.copy.bodies"],
  ["data.duckdb/feeds.db", "data.duckdb/feeds.db.bodies"]
])("beside(%j, ending) is %s", (path, file) => expect(beside(path, ".bodies")).toBe(file));
