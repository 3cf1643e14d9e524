import {describe, expect, it} from "vitest";
import {BodyError, readEnvelope} from "../../loaders/rows/envelope.js";

describe("readEnvelope(body)", () => {
  it.each([
    ["", 'body is empty; it begins: ""'],
    ["<html>502</html>", /^body is no JSON \(.*\); it begins: "<html>502<\/html>"$/],
    ['{"parsed":{"priceFeeds":[{"priceF', /^body is no JSON/],
    ["null", 'body is no object; it begins: "null"'],
    ["[]", 'body is no object; it begins: "[]"'],
    ['{"evm":{}}', /^body has no parsed object; /],
    ['{"parsed":null}', /^body has no parsed object; /],
    ['{"parsed":{}}', /^body has no array at parsed.priceFeeds; /],
    ['{"parsed":{"priceFeeds":{"0":{}}}}', /^body has no array at parsed.priceFeeds; /]
  ])("refuses %j", (body, message) => {
    expect(() => readEnvelope(body)).toThrow(BodyError);
    expect(() => readEnvelope(body)).toThrow(message);
  });

  it("refuses nesting and entries without end, and says how the body begins", () => {
    const deep = `{"parsed":{"priceFeeds":[${"[".repeat(2 ** 20)}`;
    expect(catchError(() => readEnvelope(deep))).toMatchObject({
      problem: "body is nested deeper than 10000 levels",
      start: deep.slice(0, 1000)
    });
    expect(catchError(() => readEnvelope(`[${"{},".repeat(2_000_000)}{}]`)).message).toMatch(
      /^body holds more than 4000000 values; it begins: /
    );
    const wide = (entries: number) => `{"parsed":{"priceFeeds":[0${",0".repeat(entries - 1)}]}}`;
    expect(readEnvelope(wide(200_000)).entries).toHaveLength(200_000);
    expect(catchError(() => readEnvelope(wide(200_001))).message).toMatch(
      /^body has 200001 entries, more than 200000; it begins: /
    );
  });

  it.each(['"evm":', '"parsed":{"priceFeeds":[],"timestampUs":'])(
    "refuses what is nested deeper than entries may be: %s",
    (at) => {
      const body = (levels: number) =>
        `{"parsed":{"priceFeeds":[]},${at}${"[".repeat(levels)}${"]".repeat(levels)}${at.startsWith('"p') ? "}" : ""}}`;
      expect(readEnvelope(body(900)).entries).toEqual([]);
      expect(catchError(() => readEnvelope(body(1001))).message).toMatch(
        /^body is nested deeper than 1000 levels outside of its entries; it begins: /
      );
    }
  );

  it("keeps no more than the first bytes of a long body", () => {
    const error = catchError(() => readEnvelope(`<${"x".repeat(1e6)}`));
    expect(error.message.length).toBeLessThan(400);
  });
});

function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}
