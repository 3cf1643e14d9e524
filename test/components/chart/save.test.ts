// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {csv, csvFile, download, fileName, savedName, svgFile, tableOf} from "../../../src/components/chart/save.js";
import {svg} from "../../../src/components/parts/dom.js";
import {line} from "./track.js";

describe("save", () => {
  afterEach(() => vi.restoreAllMocks());

  describe("fileName(...texts)", () => {
    it.each([
      [["Crypto.BTC/USD price", "2026-05-12"], "crypto-btc-usd-price-2026-05-12"],
      [["../../etc/passwd"], "etc-passwd"],
      [["Größe №"], "gro-ße-no"],
      [["<>/\\:*?"], "chart"],
      [["a".repeat(300)], "a".repeat(120)]
    ])("of %j is %s", (texts, name) => {
      expect(fileName(...texts)).toBe(name);
    });
  });

  describe("savedName(title, period)", () => {
    it("has the time to the minute, and makes a file name", () => {
      const name = savedName("Crypto.BTC/USD price", [Date.UTC(2026, 4, 12, 13, 5, 59), "2026-05-12T14:00:00Z"]);
      expect(fileName(name)).toBe("crypto-btc-usd-price-2026-05-12t1305z-2026-05-12t1400z");
    });

    it("is the title without one", () => expect(savedName("BTC", [])).toBe("BTC"));
  });

  describe("svgFile(name, picture)", () => {
    it("is a document of its own", () => {
      const {name, blob} = svgFile("a", svg("svg", {}, svg("text", {}, "a & <b>")));
      expect([name, blob.type]).toEqual(["a.svg", "image/svg+xml"]);
      expect(blob.size).toBe('<svg xmlns="http://www.w3.org/2000/svg"><text>a &amp; &lt;b&gt;</text></svg>'.length);
    });
  });

  describe("csvFile(name, text)", () => {
    it("is UTF-8", () => {
      const {name, blob} = csvFile("a", "x\r\n");
      expect([name, blob.type, blob.size]).toEqual(["a.csv", "text/csv;charset=utf-8", 3]);
    });
  });

  describe("download({name, blob})", () => {
    it("clicks a link to the file", () => {
      const clicked: string[] = [];
      vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
        clicked.push(this.href, this.download);
      });
      URL.createObjectURL = () => "blob:a";
      download({name: "a.csv", blob: new Blob([])});
      expect(clicked).toEqual(["blob:a", "a.csv"]);
    });
  });
});

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
