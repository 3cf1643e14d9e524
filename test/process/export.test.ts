import {existsSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {DuckDBInstance} from "@duckdb/node-api";
import {expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const rows = 30_000; // of a day
const all = 40;

const {path, run, start} = cliFolder(async (folder) => {
  await folder.emptyStore();
  await folder.alter(`INSERT INTO feed_updates BY NAME
    SELECT n % 50 AS priceFeedId, hash(n)::DOUBLE AS price, uuid() AS responseId, 0 AS entryIndex,
      TIMESTAMP '2026-05-01' + INTERVAL 1 DAY * (n // ${rows}) + INTERVAL 1 SECOND * (n % ${rows}) AS publishedAt
    FROM range(${rows * all}) AS t(n)`);
});

const days = ["export", "feed_updates", "--to", "days", "--partition-by", "day"];

async function counts(): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const files = `read_parquet('${path("days")}/*/*.parquet', hive_partitioning = true)`;
  const found = await connection.runAndReadAll(`SELECT count(*)::INTEGER AS rows FROM ${files} GROUP BY day`);
  instance.closeSync();
  return found.getRows().flat();
}

it("a killed export of days leaves whole days, and the next run writes the others", async () => {
  const running = start(...days);
  const hasSome = () => existsSync(path("days", "day=2026-05-03"));
  while (!hasSome() && running.exitCode === null) await setTimeout(5);
  running.kill("SIGKILL");
  await running;
  const left = await counts();
  expect(left.length).toBeGreaterThan(2);
  expect(left.length).toBeLessThan(all);
  expect(new Set(left)).toEqual(new Set([rows]));
  expect((await run(...days)).stderr).toContain(`wrote ${all - left.length} days to days`);
  expect(await counts()).toEqual(Array.from({length: all}, () => rows));
});
