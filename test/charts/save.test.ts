// @vitest-environment jsdom
import {expect, it} from "vitest";
import {csv, fileName, tableOf} from "../../src/charts/save.js";
import {line} from "./kit.js";

it.each([
  ["Crypto.BTC/USD price", "crypto-btc-usd-price"],
  ["../../etc/passwd", "etc-passwd"],
  ["a".repeat(300), "a".repeat(120)]
])("fileName(%j) is %s", (text, name) => expect(fileName(text)).toBe(name));

it.each([
  ["quotes as in RFC 4180", ["a", 'b"c'], ["x,y", "two\nlines"], 'a,"b""c"\r\n"x,y","two\nlines"\r\n'],
  ["keeps all digits", ["a", "b"], [80639.53748222, 1e-7], "a,b\r\n80639.53748222,1e-7\r\n"],
  ["leaves missing values empty", ["a"], [NaN, Infinity, "", -0], "a\r\n,,,0\r\n"],
  ["disarms formulas", ["=A(1)", "+1", "-1", "@x", "\tx"], [], "'=A(1),'+1,'-1,'@x,'\tx\r\n\r\n"]
])("csv(header, rows) %s", (_, header, row, text) => expect(csv(header, [row])).toBe(text));

it("tableOf(tracks, range) joins series by time, in the columns that they name", () => {
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
