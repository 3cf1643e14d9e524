import {describe, expect, it} from "vitest";
import {sizeText} from "../../loaders/config/size.js";

describe("sizeText(bytes)", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1234, "1.2 kB"],
    [1_234_567, "1.2 MB"],
    [999_900_000, "999.9 MB"],
    [20_000_000_000, "20.0 GB"]
  ])("says %i bytes as %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
