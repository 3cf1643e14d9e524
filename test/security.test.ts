import {existsSync, readFileSync} from "node:fs";
import {expect, it} from "vitest";

it("SECURITY.md names tests that exist for each threat", () => {
  const rows = readFileSync("SECURITY.md", "utf8").matchAll(/^\| (?!threat|-)(.+) \| (.+) \| (.+) \|$/gm);
  const threats = Array.from(rows, ([, threat, , tests = ""]) => ({
    threat,
    tests: tests.replaceAll("`", "").split(", ")
  }));
  expect(threats.length).toBeGreaterThan(20);
  expect(threats.filter(({tests}) => !tests.every((name) => existsSync(`test/${name}.test.ts`)))).toEqual([]);
});
