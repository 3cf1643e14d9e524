import {describe, expect, it} from "vitest";
import {derivedText} from "../../loaders/sql/derived.js";

describe("derivedText()", () => {
  it("has all queries that the tables are made by", () => {
    for (const from of ["bars_of('dirty_prices'", "FROM bars_1h", "FROM dirty_prices", "FROM dirty_answers"])
      expect(derivedText()).toContain(from);
  });
});
