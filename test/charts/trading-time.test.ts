import {expect, it} from "vitest";
import type {Range, Shade} from "../../src/charts/model.js";
import {inTradingTime, shadesOf, timeScale, tradingTime} from "../../src/charts/trading-time.js";

const closed = (from: number, to: number): Shade => ({from, to, label: "closed", kind: "closed"});
const two = tradingTime([closed(300, 500), closed(100, 200), {...closed(600, 700), kind: "overNight"}]);

it("tradingTime(shades) stands still in closed stretches; a seam has two instants", () => {
  const times = [0, 99, 100, 150, 199, 200, 250, 300, 499, 501, 650];
  expect(times.map(two.at)).toEqual([0, 99, 100, 100, 100, 100, 150, 200, 200, 201, 350]);
  const open = [0, 99, 200, 250, 500, 501, 650, 1e12];
  expect(open.map((time) => two.instant(two.at(time)))).toEqual(open);
  expect([two.instant(100), two.instant(100, "start"), two.instant(200, "start")]).toEqual([200, 100, 300]);
});

it("inTradingTime(trading, [range, full], change) never starts or ends a range inside a seam", () => {
  const full: Range = [150, 800];
  const changed = (to: Range) => inTradingTime(two, [[210, 600], full], () => to);
  expect([changed([200, 500]), changed([110, 200]), changed([100, 500])]).toEqual([[500, 800], [210, 300], full]);
});

it("timeScale(range, px, trading) gives closed stretches no width, and inverts", () => {
  // Three nights with seven hours of trade between them.
  const nights = tradingTime([closed(20, 37), closed(44, 61), closed(68, 85)]);
  const x = timeScale([13, 68], [4, 1004], nights);
  const thirds = [0, 1, 1, 1, 2, 2, 3].map((third) => expect.closeTo(4 + (third * 1000) / 3, 6));
  expect([13, 20, 28, 37, 44, 61, 68].map(x)).toEqual(thirds);
  expect([x.domain().map(Number), x.range()]).toEqual([
    [13, 68],
    [4, 1004]
  ]);
  for (const at of [13, 19, 37, 43, 61, 67]) expect(Math.abs(+x.invert(x(at)) - at)).toBeLessThanOrEqual(1);
});

it.each([
  [
    "every session, up to the next one",
    [0, 10, 20, 30, 40, 50],
    ["regular", "closed", "closed", "preMarket", "regular", "auction"],
    [
      "0 to 10: regular, regular",
      "10 to 30: closed, closed",
      "30 to 40: pre-market, preMarket",
      "40 to 50: regular, regular",
      "50 to 60: auction, auction"
    ]
  ],
  [
    "no gap in the data",
    [0, 10, 20, 30, 500, 510, 520, 530],
    Array<string>(8).fill("closed"),
    ["0 to 40: closed, closed", "500 to 540: closed, closed"]
  ]
])("shadesOf(rows) has %s", (_, times, sessions, expected) => {
  const shades = shadesOf(times.map((publishedAt, i) => ({publishedAt, marketSession: sessions[i] ?? null})));
  expect(shades.map(({from, to, label, kind}) => `${from} to ${to}: ${label}, ${kind}`)).toEqual(expected);
});
