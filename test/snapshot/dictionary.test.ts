import {readdirSync, readFileSync} from "node:fs";
import {basename} from "node:path";
import {describe, expect, it} from "vitest";
import {snapshotDictionary, storeDictionary} from "../../loaders/snapshot/dictionary.js";
import {codeOf, readDescription} from "../../loaders/store/database/query.js";

const folders = ["sql/views", "sql/tables", "sql/pyramid", "sql/queries", "sql/snapshot"];
const files = folders.flatMap((folder) =>
  readdirSync(`loaders/${folder}`, {recursive: true, encoding: "utf8"})
    .filter((name) => name.endsWith(".sql") && name !== "macros.sql")
    .map((name) => ({name: basename(name, ".sql"), sql: readFileSync(`loaders/${folder}/${name}`, "utf8")}))
);

describe("the head of each .sql file", () => {
  it.each(files)("$name has meaning, grain and source, and no text that reads like a comment", ({sql}) => {
    const {meaning, grain, source} = readDescription(sql);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect([grain, source]).not.toContain("");
    expect(codeOf(sql).split("'").length % 2).toBe(1);
  });
});

describe("Dictionary", () => {
  it("describes a table by meaning, grain, source and example, a line each", () => {
    expect(storeDictionary.table("bars_1s")?.split("\n")).toEqual([
      expect.stringMatching(/^OHLC bars/),
      "Grain: (priceFeedId, startedAt)",
      "Source: prices",
      expect.stringMatching(/^Example: SELECT .* FROM bars_1s/)
    ]);
    expect(storeDictionary.table("loads")).toBe("Every run of a loader.\nGrain: loadId");
    expect(storeDictionary.table("nothing")).toBeNull();
  });

  it("describes a column, by the table that the file refers to where it has no own text", () => {
    expect(storeDictionary.column("spreads", "spreadBps")).toBe("spread over mid [bps]");
    expect(storeDictionary.column("spreads", "mid")).toBe(storeDictionary.column("updates", "mid"));
    expect(storeDictionary.column("prices_1d", "price")).toBe("the bar's close [quote currency]");
    expect(storeDictionary.column("spreads", "nothing")).toBeNull();
    expect(storeDictionary.column("nothing", "mid")).toBeNull();
  });

  it("describes the own columns of a snapshot's feeds", () => {
    expect(snapshotDictionary.column("feeds", "updates")).toBe("how many the store has [updates]");
    expect(storeDictionary.column("feeds", "updates")).toBeNull();
  });
});
