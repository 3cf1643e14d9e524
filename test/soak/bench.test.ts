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
    expect(stdout).toMatch(new RegExp(`^\nscale --.*\n${[...part(10_000), ...part(20_000), ...against].join("\n")}$`));
  });

  it("measures what a reader of the built site waits for, beside a page that asks SQL for all", async () => {
    const args = ["run", "-s", "bench", "pages", "--", "--rows=20000", "--feeds=20", "--times=1", "--zooms=2"];
    const {stdout} = await execa("npm", args);
    const ms = String.raw`\d+ ms \(p95 \d+ ms\)`;
    const opened = (what: string, engine: string) => [
      `${what}:`,
      `  first picture after ${ms}, [\\d.]+ × that of all by SQL,(?:\n  SQL ready after ${ms})?`, // where it starts within three seconds
      `  \\d+ kB, ${engine} DuckDB-Wasm \\([\\d.]+ MB by then or later\\); layout shift [\\d.]+`
    ];
    const pages = ["", "feed", "prices", "spreads", "funding", "quality", "data"];
    const lines = [
      String.raw`20000 updates of 20 feeds, all of them in the snapshot: [\d.]+ MB`,
      ...opened("all by SQL and Plot, as a plain notebook has it", "with"),
      ...pages.flatMap((page) => opened(`/${page}`, "before")),
      ...opened("/mine, the page of the README", "before"),
      ...opened("/inputs, an own page with inputs of the kit", "before"),
      ...["/prices\\?feed=2", "/feed\\?feed=2", "/funding\\?feeds=20"].flatMap((link) =>
        opened(`${link}, as a link opens it`, "before")
      ),
      ...opened(String.raw`/prices\?feed=2&range=6h, drawn by SQL`, "with"),
      ...["prices", "spreads"].map(
        (page) => `/${page}: zoomed 2 times, drawn anew after ${ms}; by finer rows after ${ms}`
      )
    ];
    expect(stdout).toMatch(new RegExp(`^\npages --.*\n${lines.join("\n")}$`));
  }, 300_000);
});
