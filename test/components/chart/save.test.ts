// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {csvFile, download, fileName, savedName, svgFile} from "../../../src/components/chart/save.js";
import {svg} from "../../../src/components/parts/dom.js";

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
