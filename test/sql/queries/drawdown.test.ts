import {describe, expect, it} from "vitest";
import {upTo, useAnalysed} from "./analysed.js";

const ask = useAnalysed();
const at = (seconds: number) => new Date(Date.UTC(2026, 4, 12) + 1000 * seconds).toISOString().replace(".000", "");

describe("drawdown_line", () => {
  it.each(["raw", "1m"])("is the price over its highest until then, at %s", async (resolution) => {
    const rows = await ask(`FROM drawdown_line(9, ${upTo(3600)}, 60, resolution := '${resolution}')`);
    expect(rows.map(({price}) => price)).toEqual([100, 110, 99, 104.5, 110, 88, 121, 120]);
    expect(rows.map(({peak}) => peak)).toEqual([100, 110, 110, 110, 110, 110, 121, 121]);
    const drawdowns = [0, 0, -0.1, -0.05, 0, -0.2, 0, 120 / 121 - 1].map((value) => expect.closeTo(value, 14));
    expect(rows.map(({drawdown}) => drawdown)).toEqual(drawdowns);
  });

  it("sets a bar's low against its own open, as it may have come before its high", async () => {
    expect(await ask(`SELECT peak, drawdown FROM drawdown_line(9, ${upTo(3600)}, 60, resolution := '1h')`)).toEqual([
      {peak: 100, drawdown: expect.closeTo(-0.12, 14)}
    ]);
  });
});

describe("drawdown_summary", () => {
  it("has the greatest one, from the last time at its peak to when it was back", async () => {
    const none = {peakAt: null, peak: null, trough: null, troughAt: null, recoveredAt: null};
    expect(await ask(`FROM drawdown_summary([9, 10, 11, 15], ${upTo(3600)})`)).toEqual([
      {
        ...{priceFeedId: 9, symbol: "F.9", drawdown: expect.closeTo(-0.2, 14), peak: 110, peakAt: at(240)},
        ...{trough: 88, troughAt: at(300), recoveredAt: at(360)}
      },
      {priceFeedId: 10, symbol: "F.10", drawdown: 0, ...none},
      {priceFeedId: 11, symbol: "F.11", drawdown: null, ...none}
    ]);
    expect(await ask(`FROM drawdown_summary([9], ${upTo(350)})`)).toMatchObject([
      {troughAt: at(300), recoveredAt: null}
    ]);
    expect(await ask(`FROM drawdown_summary([], ${upTo(350)})`)).toEqual([]);
  });
});

describe("funding_carry", () => {
  const carry = async (call: string) => (await ask(`FROM funding_carry(${call})`))[0];
  const close = (value: number) => expect.closeTo(value, 12);

  // Both rates stand from 0:30 to 2:30: the long one pays 1e-4 an hour to 2:00, then 2e-4, the short one gets 3e-4.
  it.each(["raw", "1m", "1h"])(
    "is what the short one got less what the long one paid while both rates stood, at %s",
    async (resolution) => {
      expect(await carry(`6, 7, ${upTo(14_400)}, entryBps := 2, exitBps := 1, resolution := '${resolution}'`)).toEqual({
        hours: close(2),
        longPaid: close(2.5e-4),
        shortReceived: close(6e-4),
        carry: close(3.5e-4),
        cost: 3e-4,
        net: close(5e-5),
        apr: close((5e-5 * 8760) / 2)
      });
    }
  );

  it("is turned where the pair is, and nothing of a feed with itself", async () => {
    expect(await carry(`7, 6, ${upTo(14_400)}`)).toMatchObject({carry: close(-3.5e-4), cost: 0, net: close(-3.5e-4)});
    expect(await carry(`6, 6, ${upTo(14_400)}`)).toMatchObject({hours: close(4), longPaid: close(6e-4), carry: 0});
  });

  it("is unknown of a feed without rates", async () => {
    const none = {hours: null, longPaid: null, shortReceived: null, carry: null, cost: 0, net: null, apr: null};
    expect(await carry(`6, 15, ${upTo(14_400)}`)).toEqual(none);
  });
});

describe("candles", () => {
  it("take any step, and leave out steps without a price", async () => {
    const sql = (step: number) => `SELECT epoch(publishedAt) % 3600 AS s, open, high, low, close
      FROM candles(9, ${upTo(3600)}, ${step})`;
    expect((await ask(sql(150))).map(Object.values)).toEqual([
      [0, 100, 110, 99, 99],
      [150, 104.5, 110, 104.5, 110],
      [300, 88, 121, 88, 121],
      [450, 120, 120, 120, 120]
    ]);
    expect((await ask(sql(0.5))).map(({s}) => s)).toEqual([0, 60, 120, 180, 240, 300, 360, 480]);
    await expect(ask(sql(0))).rejects.toThrow("Period must be greater than 0");
  });
});
