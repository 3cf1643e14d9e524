import {describe, expect, it} from "vitest";
import {csv, tableOf} from "../../../src/components/chart/csv.js";
import {line} from "./track.js";

describe("csv(header, rows)", () => {
  it("quotes as RFC 4180 and keeps all digits", () => {
    expect(
      csv(
        ["a", 'b"c'],
        [
          ["x,y", 80639.53748222],
          ["two\nlines", 1e-7]
        ]
      )
    ).toBe('a,"b""c"\r\n"x,y",80639.53748222\r\n"two\nlines",1e-7\r\n');
  });

  it("leaves missing values empty", () => {
    expect(csv(["a"], [[NaN], [Infinity], [""], [-0]])).toBe("a\r\n\r\n\r\n\r\n0\r\n");
  });

  it.each(["=HYPERLINK(1)", "+1", "-1", "@x", "\tx"])("keeps spreadsheets from running %j", (text) => {
    expect(csv([text], [])).toBe(`'${text}\r\n`);
  });
});

describe("tableOf(tracks, range)", () => {
  it("joins series on their times, in the columns that they name", () => {
    const tracks = [
      line([1, 2, 3], {columns: ["priceUSD"]}),
      line([4, 5], {columns: ["emaUSD"], times: [1000, 1500]}),
      line([6, 7, 8], {columns: ["bidUSD", "askUSD"], upper: [7, 8, 9]}),
      line([1, 1, 1], {columns: [null, "p95Bps"], upper: [2, 3, 4]}),
      line([7, 7, 7], {columns: ["crossed"], saved: [NaN, 1, NaN]})
    ];
    expect(tableOf(tracks, [1000, 2000])).toEqual({
      header: ["time", "priceUSD", "emaUSD", "bidUSD", "askUSD", "p95Bps", "crossed"],
      rows: [
        ["1970-01-01T00:00:01.000Z", 2, 4, 7, 8, 3, 1],
        ["1970-01-01T00:00:01.500Z", "", 5, "", "", "", ""],
        ["1970-01-01T00:00:02.000Z", 3, "", 8, 9, 4, NaN]
      ]
    });
  });

  it("has the open, high, low and close of candles in this order", () => {
    const columns = ["close", "high", "low", "open"] as const;
    const candles = line([4], {shape: "candles", columns, open: [2], lower: [1], upper: [5]});
    expect(tableOf([candles], [0, 1000])).toEqual({
      header: ["time", "open", "high", "low", "close"],
      rows: [["1970-01-01T00:00:00.000Z", 2, 5, 1, 4]]
    });
  });
});
