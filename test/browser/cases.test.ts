import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const site = useUsual();
const zones = casesOf(["America/New_York"], ["UTC", "Asia/Tokyo"]);

describe.each(zones)("a user's page, read in %s", (timezoneId) => {
  const open = (path: string, ready: string, look: (page: Page) => Promise<void>) =>
    site.visit(path, {timezoneId, ready}, async ({page, errors, outside}) => {
      await look(page);
      // apache-arrow may close its stream before the response ends; Plot warns about bars by day.
      const others = errors.filter((error) => !/^net::ERR_ABORTED .*\.arrow$|^Warning: .* are dates\./.test(error));
      expect({errors: others, outside}).toEqual({errors: [], outside: []});
      expect(await page.locator(".observablehq--error").allTextContents()).toEqual([]);
    });
  const main = (page: Page) => page.locator("main").innerText();
  const rows = (page: Page) => expect.poll(() => page.locator("tbody tr").allInnerTexts());

  it("own.md reads files with their types", async () => {
    await open("cases/own.html", "output", async (page) => {
      await expect
        .poll(() => outputOf(page))
        .toEqual({
          csv: '[{"at":"2026-09-22T10:00:00","n":"1","note":"a, b"},{"at":"2026-09-22 12:00:00.123456+02:00","n":"2","note":"é"}]',
          typed:
            '[{"at":"2026-09-22T10:00:00.000Z","n":1,"note":"a, b"},{"at":"2026-09-22T10:00:00.123Z","n":2,"note":"é"}]',
          json: '[{"at":"2026-09-22T10:00:00","n":1}]',
          ...{arrow: 1, parquet: "9007199254740993"},
          types:
            "TIMESTAMP_NS 2026-09-22 10:00:00.123456789, TIMESTAMP WITH TIME ZONE 2026-09-22 08:00:00+00, DATE 2026-09-22, DECIMAL(10,4) 1.2500, BIGINT, INTEGER[], STRUCT(a INTEGER, b VARCHAR)",
          zoneless: "TIMESTAMP 2026-09-22 10:00:00, TIMESTAMP 2026-09-22 10:00:00.123456"
        });
    });
  });

  it("the guide's page matches trades with prices by time", async () => {
    await open("sample-2.html", "tbody td", async (page) => {
      await rows(page).toEqual([
        "2026-05-12 13:30:00 UTC\tCrypto.BTC/USD\t79,650\t56.8 bps",
        "2026-05-12 13:45:00 UTC\tCrypto.BTC/USD\t79,700\t63.0 bps"
      ]);
    });
  });

  it("41b.md keeps a Parquet file's types, and reads times without a zone as UTC", async () => {
    await open("cases/41b.html", "table >> nth=2", async (page) => {
      await rows(page).toEqual([
        "\t2026-09-22T08:00Z\tTIMESTAMP WITH TIME ZONE\tDATE\tTIMESTAMP_NS\tBIGINT\tDECIMAL(10,4)",
        "No results.",
        "\t2026-09-22T10:00Z\tTIMESTAMP",
        "\t2026-09-22T11:00Z\tTIMESTAMP"
      ]);
    });
  });

  it("31-dates.md shows days and times as SQL returns them, also before the year 1", async () => {
    await open("cases/31-dates.html", "table >> nth=2", async (page) => {
      const first = async () => {
        const {value, ...others} = JSON.parse(/`(.*)`/.exec(await main(page))?.[1]?.replaceAll('\\"', '"') ?? "");
        return others;
      };
      await expect.poll(first).toEqual({
        ...{day: "2026-05-12T00:00:00.000Z", zoned: "2026-05-12T11:55:00.000Z", plain: "2026-05-12T00:00:00.000Z"},
        ...{nanos: "2026-05-12T00:00:00.123Z", before: "1969-12-31T00:00:00.000Z"},
        ...{beforeMicros: "1969-12-31T23:59:59.999Z", ides: "-000043-03-13T00:00:00.000Z"}
      });
      await expect.poll(() => main(page)).toContain("\t2026-05-12\t2026-05-12\t12.05.2026 13:55\t1");
      await expect.poll(() => main(page)).toMatch(/\s12\s*May\s13\s14\s*day\s/);
    });
  });

  it("32-windows.md works with the line ends and byte order mark of Windows", async () => {
    await open("cases/32-windows.html", "figure.fb-chart", async (page) => {
      expect(await page.title()).toMatch(/^From Windows/);
      await expect.poll(() => main(page)).toMatch(/^A page from Windows\s+Feed\s[\s\S]*price\s/);
      await expect.poll(() => page.getByRole("combobox").first().inputValue()).toContain("BTC");
    });
  });
});

describe("a user's page with SQL", () => {
  it("sql.md runs blocks with values, options, every statement, and large and small numbers", async () => {
    await site.visit("cases/sql.html", {ready: "text=12.05.2026"}, async ({page, errors, outside}) => {
      for (const part of [
        /By a text\s[\s\S]*\n1\t[\d,.]+\n2\t/,
        /By a value[\s\S]*\tprice\n[\s\S]*By identifier[\s\S]*UTC\t[\d,.]+/,
        /Sessions by feed\s[\s\S]*priceFeedId\tclosed\tregular/,
        /Without a value[\s\S]*priceFeedId\tclosed\tregular/,
        /physical_plan/,
        /By symbol[\s\S]*no rows/i,
        "11,111,111,100",
        '"huge":11111111100',
        '"odd":"9007199254740993"',
        /There are \d+ feeds/,
        "ASOF",
        /\t-?0\.0000\d{2,}\t/,
        "0.0000216\t2.875e−14\t0.0004999\t80,639.54\t1.08435\t1.08439",
        /^\d{3}$/m,
        /T00:00:00\.000Z/
      ])
        await expect.poll(() => page.locator("main").innerText()).toMatch(part);
      expect(await page.locator(".observablehq--error").allTextContents()).toEqual([]);
      expect({errors, outside}).toEqual({errors: [], outside: []});
    });
  });

  it("rows.md queries rows of another query, which keep their types", async () => {
    await site.visit("cases/rows.html", {ready: "output"}, async ({page, requests}) => {
      await expect
        .poll(() => outputOf(page))
        .toEqual({
          ...{feeds: 2, none: 0, types: "BIGINT,TIMESTAMP,DOUBLE,DOUBLE[],DATE"},
          ...{total: 7, n: 2, csv: {a: 1}}
        });
      expect(requests.filter((url) => /duckdb-eh\.wasm/.test(url)).length).toBeLessThanOrEqual(1);
    });
  });

  it("loader.md shows the result of a data loader that queries the store, as in the guide", async () => {
    await site.visit("loader.html", {ready: "tbody td"}, async ({page}) => {
      await expect.poll(() => page.locator("thead").innerText()).toMatch(/requestedAt\s+httpStatus\s+latencyMs\s+rows/);
    });
  });

  it("faults.md names the line of the failed block in each error", async () => {
    await site.visit("cases/faults.html", {ready: ".observablehq--error >> nth=2"}, async ({page}) => {
      await expect
        .poll(() => page.locator(".observablehq--error").allInnerTexts())
        .toEqual([
          expect.stringMatching(/: no\s+query failed failed: [\s\S]*in the block at line 5 of cases\/faults\.md$/),
          expect.stringMatching(/nothing[\s\S]*in the block at line 9 of cases\/faults\.md$/),
          expect.stringMatching(/null[\s\S]*in the block at line 11 of cases\/faults\.md$/)
        ]);
    });
  });
});

async function outputOf(page: Page): Promise<unknown> {
  return JSON.parse((await page.locator("output").textContent()) ?? "");
}
