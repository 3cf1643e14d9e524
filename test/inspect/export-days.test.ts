import {spawnSync} from "node:child_process";
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type DayOptions, exportDays} from "../../loaders/inspect/export-days.js";
import {ownPath} from "../../loaders/store/database/files.js";
import {bodyAt, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;
let folder: string;

beforeEach(async () => {
  test = await makeStore();
  folder = join(test.folder, "updates");
});

afterEach(() => test.remove());

const at = (day: number, second = 0) => Date.UTC(2026, 4, day, 0, 0, second) * 1000;
const body = (publishedAt: number, price = 5) => bodyAt(publishedAt, {priceFeedId: 1, price, exponent: 0});
const days = (options: Partial<DayOptions> = {}, table = "feed_updates") =>
  exportDays(test.store, table, {folder, today: "2026-05-12", ...options});
const rowsOf = (day: string) =>
  test.records(`SELECT price FROM read_parquet('${folder}/day=${day}/*.parquet') ORDER BY price`);

describe("exportDays(store, table, options)", () => {
  it("adds days that are over and not there yet, as Hive names them, without a column day", async () => {
    await test.book(body(at(10)), body(at(11) - 1), body(at(12), 7));
    expect(await days()).toMatchObject({
      written: [{day: "2026-05-10", rows: 2}],
      there: 0,
      open: [{day: "2026-05-12"}]
    });
    expect(await days()).toMatchObject({written: [], there: 1});
    expect(await days({today: "2026-05-13"})).toMatchObject({
      written: [{day: "2026-05-12", rows: 1}],
      there: 1,
      open: []
    });
    expect(readdirSync(folder)).toEqual(["day=2026-05-10", "day=2026-05-12"]);
    const columns = (from: string) =>
      test.records(`SELECT column_name AS name, column_type AS type FROM (DESCRIBE ${from})`);
    const own = await columns("FROM feed_updates");
    expect(await columns(`FROM read_parquet('${folder}/day=2026-05-12/*', hive_partitioning = false)`)).toEqual(
      own.map(({name, type}) => ({name, type: type === "UUID" ? "VARCHAR" : type})) // Spark refuses UUID
    );
  });

  it("leaves a day that has got rows since, and writes it anew on request", async () => {
    await test.book(body(at(10)));
    await days();
    await test.book(body(at(10, 1), 7), body(at(11)));
    expect(await days()).toMatchObject({written: [{day: "2026-05-11"}], grown: [{day: "2026-05-10"}]});
    expect(await rowsOf("2026-05-10")).toEqual([{price: 5}]);
    expect(await days({anew: true})).toMatchObject({written: [{day: "2026-05-10"}], grown: [], there: 1});
    expect(await rowsOf("2026-05-10")).toEqual([{price: 5}, {price: 7}]);
    expect(await days({anew: true})).toMatchObject({written: [], there: 2});
  });

  it("keeps rows of a day that the store has dropped", async () => {
    await test.book(body(at(10)));
    await days();
    await test.store.connection.run(`DELETE FROM feed_updates;
      INSERT INTO retained VALUES (now(), TIMESTAMP '2026-05-10 00:00:01', 1, 0, 0)`);
    await test.book(body(at(10, 2), 7), body(at(10, 3), 8));
    expect(await days({anew: true})).toMatchObject({written: [], grown: [], kept: [{day: "2026-05-10"}]});
    expect(await rowsOf("2026-05-10")).toEqual([{price: 5}]);
  });

  it("writes only whole days if it is interrupted, and removes what a killed export left", async () => {
    await test.book(body(at(9)), body(at(10)), body(at(11)));
    const controller = new AbortController();
    const {signal} = controller;
    await expect(days({signal, onDay: () => controller.abort()})).rejects.toThrow("interrupted");
    expect(readdirSync(folder)).toEqual(["day=2026-05-09"]);
    const {pid} = spawnSync(process.execPath, ["--version"]); // a process that is gone
    const left = ownPath(join(folder, ".days"), "tmp").replace(`.${process.pid}.`, `.${pid}.`);
    mkdirSync(join(left, "day=2026-05-10"), {recursive: true});
    writeFileSync(join(left, "day=2026-05-10", "data_0.parquet"), "PAR1");
    expect(await days()).toMatchObject({written: [{day: "2026-05-10"}, {day: "2026-05-11"}], there: 1});
    expect(readdirSync(folder)).toEqual(["day=2026-05-09", "day=2026-05-10", "day=2026-05-11"]);
  });

  it("writes other tables that have times, and refuses a folder of another table or of simulated rows", async () => {
    await test.book(body(at(10)));
    expect(await days({}, "responses")).toMatchObject({written: [{day: "2026-05-10", rows: 1}]});
    await expect(days()).rejects.toThrow(
      /updates has days of another table, with a column loadId: name another folder$/
    );
    await expect(days({}, "coercions")).rejects.toThrow("coercions has no column publishedAt or startedAt");
    await test.store.connection.run("UPDATE loads SET sandbox = true");
    await expect(days({}, "responses")).rejects.toThrow(/updates has real rows, and the store simulated ones/);
  });

  it("is read by the lines of the guide for DuckDB", async () => {
    await test.book(body(at(10)), body(at(11), 7), body(at(11, 1), 8));
    await days();
    const [, code = ""] = /^```duckdb\n([\s\S]*?)^```$/m.exec(readFileSync("src/guide/sharing.md", "utf8")) ?? [];
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const answers: string[] = [];
    for (const sql of code.trim().split(/;\n?/).filter(Boolean))
      answers.push(
        JSON.stringify((await connection.runAndReadAll(sql.replace("updates/", `${folder}/`))).getRowsJson())
      );
    instance.closeSync();
    expect(answers.slice(1)).toEqual([
      '[["2026-05-10","1"],["2026-05-11","2"]]',
      '[["2026-05-10 00:00:00",5],["2026-05-11 00:00:00",7],["2026-05-11 00:00:01",8]]'
    ]);
  });
});
