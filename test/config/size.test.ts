import {describe, expect, it} from "vitest";
import {countText, sizeText} from "../../loaders/config/size.js";

describe("sizeText(bytes)", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1234, "1.2 kB"],
    [1_234_567, "1.2 MB"],
    [999_900_000, "999.9 MB"],
    [20_000_000_000, "20.0 GB"]
  ])("says %i bytes as %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe("countText(count, noun)", () => {
  it.each([
    [1, "row", "1 row"],
    [0, "row", "0 rows"],
    [2, "rejected entry", "2 rejected entries"],
    [1, "rejected entry", "1 rejected entry"],
    [2, "day", "2 days"]
  ])("says %i of %s as %s", (count, noun, text) => expect(countText(count, noun)).toBe(text));
});
