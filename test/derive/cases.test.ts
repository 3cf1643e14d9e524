import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {storeStatus} from "../../loaders/inspect/status.js";
import {eachStore} from "../helpers/each-store.js";

const test = eachStore();

/** Books the bodies of a file of `test/fixtures/cases`, one a line. */
async function book(name: string): Promise<void> {
  const lines = readFileSync(`test/fixtures/cases/${name}`, "utf8").split("\n").filter(Boolean);
  await test.book(...lines.filter((line) => !line.includes('"evm":')));
}

/** Gives feeds in the catalogue these exponents. */
async function catalogue(exponents: Record<number, number>): Promise<void> {
  const rows = Object.entries(exponents).map(([id, exponent]) => `(${id}, ${exponent}, now()::TIMESTAMP)`);
  await test.records(`INSERT OR REPLACE INTO feeds (priceFeedId, exponent, updatedAt) VALUES ${rows.join()}`);
}

describe("updates without an exponent", () => {
  const bars = "SELECT priceFeedId, close FROM bars_1h ORDER BY ALL";
  const counts = "SELECT exponentless, unscaled FROM quality_1h ORDER BY priceFeedId";

  it("have the catalogue's, in whatever order it and they come, and in bars that were made before", async () => {
    await catalogue({1: -8});
    await book("15-no-exponent.json");
    expect(await test.records("SELECT priceFeedId, price, confidence FROM prices ORDER BY ALL")).toEqual([
      {priceFeedId: 1, price: 65000, confidence: 9},
      {priceFeedId: 2, price: null, confidence: null}
    ]);
    expect(await test.derived(bars)).toEqual([
      [1, 65000],
      [2, null]
    ]);
    expect(await test.derived(counts)).toEqual([
      [1, 0],
      [1, 1]
    ]);
    await catalogue({1: -8, 2: -9});
    expect(await test.derived(bars)).toEqual([
      [1, 65000],
      [2, 190]
    ]);
    expect(await test.derived(counts)).toEqual([
      [1, 0],
      [1, 0]
    ]);
    const {catalogueExponents, unscaled} = (await storeStatus(test.store)).meta;
    expect({catalogueExponents, unscaled}).toEqual({catalogueExponents: 2, unscaled: 0});
    await catalogue({2: -8});
    expect(await test.derived(bars)).toContainEqual([2, 1900]);
    await test.reopen();
    expect(await test.records("SELECT exponent FROM feed_updates")).toEqual([{exponent: null}, {exponent: null}]);
    expect(await test.records("SELECT exponentFrom FROM updates WHERE price = 1900")).toEqual([
      {exponentFrom: "catalogue"}
    ]);
  });
});
