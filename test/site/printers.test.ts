import {describe, expect, it} from "vitest";
import {toCsv} from "../../loaders/site/printers.js";

const columns = [
  {name: "symbol", type: "VARCHAR"},
  {name: "x", type: "DOUBLE"}
];

describe("toCsv(result)", () => {
  it("quotes what needs it; null is empty and empty text is not", () => {
    const rows = [
      ['a "b", c\nd', 1.5],
      [null, null],
      ["", [1, 2]]
    ];
    expect(toCsv({columns, rows})).toBe('symbol,x\n"a ""b"", c\nd",1.5\n,\n"","[1,2]"\n');
  });

  it("has its header without rows", () => expect(toCsv({columns, rows: []})).toBe("symbol,x\n"));
});
