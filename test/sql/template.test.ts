import {describe, expect, it} from "vitest";
import {fill} from "../../loaders/sql/template.js";

describe("fill(text, parts)", () => {
  it("replaces each named part wherever it stands", () => {
    expect(fill("{{a}} FROM {{b}}, {{a}}", {a: "$1", b: ""})).toBe("$1 FROM , $1");
  });

  it.each([
    [{a: "1"}, "no part for {{b}} of the template: {{a}} {{b}}"],
    [{a: "1", b: "2", c: "3"}, "no {{c}} in the template: {{a}} {{b}}"]
  ])("rejects the parts %j", (parts, message) => {
    expect(() => fill("{{a}} {{b}}", parts)).toThrow(message);
  });
});
