import {describe, expect, it} from "vitest";
import {readBody} from "../../loaders/parse/body.js";
import {fuzz} from "./fuzz.js";

const seed = Number(process.env.FEEDBOOK_SEED ?? 20260512);

describe("fuzz({seed, runs})", () => {
  it("reads and books 2 000 generated bodies without an exception", {timeout: 300_000}, async () => {
    const report = await fuzz({seed, runs: 2000});
    expect(report.bodies).toBe(2000);
    for (const count of Object.values(report)) expect(count, JSON.stringify(report)).toBeGreaterThan(100);
  });

  it.each<[string, RegExp, (text: string) => ReturnType<typeof readBody>]>([
    ["an entry is lost", /every entry is accounted for/, (text) => ({...readBody(text), rejects: []})],
    [
      "a number is rounded",
      /strictly deep-equal/,
      (text) => {
        const body = readBody(text);
        for (const reject of body.rejects) reject.entry = JSON.stringify(JSON.parse(reject.entry));
        return body;
      }
    ],
    ["a coercion is not listed", /coercions of /, (text) => ({...readBody(text), coercions: []})],
    ["something else is thrown", /SyntaxError/, (text) => readBody(text, JSON.parse(text).unit)],
    [
      "the store differs from the read body",
      /strictly deep-equal/,
      (text) => {
        const body = readBody(text);
        for (const row of body.rows) row.price &&= row.price + 1;
        return body;
      }
    ]
  ])("fails where %s", {timeout: 300_000}, async (_what, message, read) => {
    await expect(fuzz({seed, runs: 500, read})).rejects.toThrow(message);
  });
});
