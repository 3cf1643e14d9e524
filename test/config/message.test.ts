import {describe, expect, it} from "vitest";
import {errorOf, messageOf} from "../../loaders/config/message.js";

describe("messageOf(thrown)", () => {
  it.each<[unknown, string]>([
    [new TypeError("no such thing"), "no such thing"],
    ["text", "text"],
    [undefined, "undefined"],
    [null, "null"],
    [7, "7"]
  ])("%s: %j", (thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
    expect(errorOf(thrown).message).toBe(message);
  });
});

describe("errorOf(thrown)", () => {
  it("gives an error back as it is", () => {
    const error = new RangeError("too far");
    expect(errorOf(error)).toBe(error);
  });
});
