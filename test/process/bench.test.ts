import {execa} from "execa";
import {describe, expect, it} from "vitest";

describe("npm run bench", () => {
  it("measures a store of many rows, of the size that it is told", async () => {
    const {stdout} = await execa("npm", [
      "run",
      "-s",
      "bench",
      "scale",
      "--",
      "--rows=20000",
      "--small=10000",
      "--feeds=5"
    ]);
    const time = String.raw`[\d.]+ s \(cpu [\d.]+ s\), peak memory \d+ MB`;
    const part = (rows: number) => [
      `${rows} rows of 5 feeds: \\d+ MiB`,
      `  all derived tables from scratch: ${time}, cpu [\\d.]+ s per million rows`,
      `  one more hour, 18000 rows: ${time}; load [\\d.]+, derive [\\d.]+, publish [\\d.]+ s`,
      String.raw`  status \d+ ms, sql on the last hour \d+ ms`
    ];
    const against = [
      "20000 rows against 10000: one more hour [\\d.]+ ×",
      "  status [\\d.]+ ×, the last hour [\\d.]+ ×"
    ];
    expect(stdout).toMatch(new RegExp(`^\nscale\n${[...part(10_000), ...part(20_000), ...against].join("\n")}$`));
  });
});
