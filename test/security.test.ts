import {existsSync, readFileSync} from "node:fs";
import {expect, it} from "vitest";

it("each threat that SECURITY.md lists names tests that exist", () => {
  const text = readFileSync("SECURITY.md", "utf8");
  const threats = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| what could happen"));
  expect(threats.length).toBeGreaterThan(15);
  for (const threat of threats) {
    const tests = Array.from((threat.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g), ([, path = ""]) => path);
    expect(tests, threat).not.toEqual([]);
    const none = tests.filter((path) => !/^test\/.*\.test\.ts$/.test(path) || !existsSync(path));
    expect(none, threat).toEqual([]);
  }
});
