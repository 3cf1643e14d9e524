import {describe, expect, it} from "vitest";
import {toCsv} from "../../../loaders/site/data-loaders/printers.js";

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

  it("writes all times of a column alike", () => {
    const times = ["2026-05-12T13:55:00Z", "2026-05-12T13:55:59.4904Z", null, "infinity"];
    const csv = toCsv({columns: [{name: "at", type: "TIMESTAMP"}], rows: times.map((time) => [time])});
    expect(csv).toBe("at\n2026-05-12T13:55:00.000000Z\n2026-05-12T13:55:59.490400Z\n\ninfinity\n");
  });

  it("has its header without rows", () => expect(toCsv({columns, rows: []})).toBe("symbol,x\n"));
});
