import {readdirSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {cutTables, wholeTables} from "../../loaders/snapshot/parts.js";
import {createSql, list, namesOf, sqlOf, sqlText} from "../../loaders/sql/list.js";

const texts = readdirSync("loaders/sql", {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".sql"));

describe("list", () => {
  it("has every SQL file but the queries of commands, and no name twice", () => {
    const files = texts.map((name) => name.replace(".sql", "")).filter((name) => !name.startsWith("status/"));
    expect([...new Set(list.map(({file}) => file))].toSorted()).toEqual(files.toSorted());
    const names = list.map(({name}) => name);
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
  });
});

describe("namesOf(place, form)", () => {
  it("gives the tables of a snapshot that are written whole or cut", () => {
    const written = [...wholeTables(true), ...cutTables].map(({name}) => name);
    expect(namesOf("snapshot", "table").toSorted()).toEqual(written.toSorted());
  });
});

describe("sqlOf(name, parts)", () => {
  it("fills the parts of the list, or others in place of them", () => {
    expect(sqlOf("rates_1h")).toMatch(/FROM funding_1h\b/);
    expect(sqlOf("extra_hours")).toMatch(/AND false$/m);
    expect(sqlOf("extra_hours", {within: "true"})).toMatch(/AND true$/m);
  });

  it("refuses an unknown name, and a part that the text does not have", () => {
    expect(sqlText("nosuch")).toBeNull();
    expect(() => sqlOf("nosuch")).toThrow("no such SQL: nosuch");
    expect(() => sqlOf("prices", {within: "true"})).toThrow(/^no {{within}} in the template/);
  });
});

describe("createSql(place, options)", () => {
  it("creates the macros, views and queries of a place, for one connection if they are temporary", () => {
    const of = list.filter(({name}) => ["macros", "feed_stats", "candles", "gaps"].includes(name));
    const created = (sql: string) => [...sql.matchAll(/^CREATE (.*? (?:MACRO|VIEW) \w+)/gm)].map(([, what]) => what);
    expect(created(createSql("snapshot", {of})).slice(-2)).toEqual([
      "OR REPLACE VIEW feed_stats",
      "OR REPLACE MACRO candles"
    ]);
    const temporary = created(createSql("store", {of, temporary: true}));
    expect(temporary.slice(-3)).toEqual([
      "OR REPLACE TEMP VIEW feed_stats",
      "OR REPLACE TEMP VIEW gaps",
      "OR REPLACE TEMP MACRO candles"
    ]);
    expect(temporary.every((what) => what?.startsWith("OR REPLACE TEMP "))).toBe(true);
  });
});
