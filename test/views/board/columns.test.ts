// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {keptFavourites} from "../../../src/ui/elements/favourites.js";
import {className, priceColumns, rateColumns, symbolColumn} from "../../../src/views/board/columns.js";
import {attributes, texts} from "../../charts/kit.js";

const hostile = "<img src=x onerror=alert(1)>";
const price = {
  ...{priceFeedId: 5, symbol: "A", assetType: "crypto", price: 80639.53748222, exponent: -8, change1h: -0.001},
  ...{change24h: 0.0123, spreadBps: 0.5, publisherCount: 9n, marketSession: "regular", ageSeconds: 42}
};
const rate = {priceFeedId: 112, symbol: "B", rate8h: 3.877e-5, apr: 0.0424, intervalHours: 8, ageSeconds: 400};

const cells = <Row>(columns: readonly {name: string; cell: (row: Row) => Node | string}[], row: Row) =>
  Object.fromEntries(
    columns.map(({name, cell}) => {
      const content = cell(row);
      return [name, typeof content === "string" ? content : content.textContent];
    })
  );

describe("priceColumns", () => {
  it("write each value in its unit, and a price with the digits of its confidence", () => {
    expect(cells(priceColumns, {...price, confidenceBps: 2.5}).price).toBe("80,639.54");
    expect(cells(priceColumns, price)).toEqual({
      ...{assetType: "Crypto", price: "80,639.53748222", change1h: "−0.10 %", change24h: "+1.23 %", spark: ""},
      ...{spreadBps: "0.500", confidenceBps: "–", publisherCount: "9", marketSession: "regular", ageSeconds: "42 s"}
    });
  });

  it("draw a spark from letters, A the lowest and z the highest, with gaps, or nothing", () => {
    const drawn = (spark: string | null) =>
      attributes(priceColumns.find(({name}) => name === "spark")?.cell({...price, spark}) as Element, "path", "d");
    expect(drawn("AZaz")).toEqual(["M3,21L29,12.2L55,11.8L81,3"]);
    expect(drawn("Az-Az")).toEqual(["M3,21L22.5,3M61.5,21L81,3"]);
    expect([drawn(""), drawn(null), drawn("-- ?")]).toEqual([[], [], []]);
  });
});

const now = Date.parse("2026-05-12T15:00:00Z");
const columns = rateColumns(() => now);

it("rateColumns(clock) show the rate and its interval, but no mark price", () => {
  const {next, ...others} = cells(columns, {...rate, price: 80641, nextFundingAt: now + 61_000});
  expect(others).toMatchObject({rate: "+0.0039 %", apr: "+4.24 %", intervalHours: "8 h", ageSeconds: "7 min"});
  expect(next).toBe("0:01:01");
  expect(cells(columns, rate).next).toBe("1:00:00");
  expect(Object.values(others).join()).not.toContain("80,641");
});

it("symbolColumn links each row, shows the id once, and writes names as text", () => {
  const column = symbolColumn("Crypto", keptFavourites(), () => {});
  const cell = (row: {priceFeedId: number; symbol: string | null}) => column.cell(row) as Element;
  const named = cell({priceFeedId: 7, symbol: hostile});
  expect([attributes(named, "a", "href"), texts(named, "a, .fb-id")]).toEqual([["./feed?feed=7"], [hostile, "7"]]);
  expect(named.querySelector("img")).toBeNull();
  expect(cell({priceFeedId: 8, symbol: null}).querySelector("a")?.textContent).toBe("feed 8");
});

it.each([
  ["fx", "FX"],
  ["funding-rate", "Funding rate"],
  [null, "No class"]
])("className(%j) is a heading", (assetType, heading) => expect(className(assetType)).toBe(heading));
