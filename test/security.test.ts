import {existsSync, readFileSync} from "node:fs";
import {expect, it} from "vitest";

it("each threat that SECURITY.md lists names tests that exist, by a part of their titles", () => {
  const lines = readFileSync("SECURITY.md", "utf8").split("\n");
  const threats = lines.filter((line) => line.startsWith("| ") && !line.startsWith("| what could happen"));
  expect(threats.length).toBeGreaterThan(20);
  const named = threats.flatMap((threat) => threat.replace(/^.* \| (.+) \|$/, "$1").split("; "));
  expect(named.filter((test) => titlesOf(test).length !== 1)).toEqual([]);
});

// The titles that a text such as "`service/send` follows no redirect" names.
function titlesOf(test: string): string[] {
  const [, name, part] = /^`([\w/-]+)` (.+)$/.exec(test) ?? [];
  const path = `test/${name}.test.ts`;
  if (part === undefined || !existsSync(path)) return [];
  const titles = readFileSync(path, "utf8").matchAll(/\((?:\n\s+)?(["`])((?:(?!\1).)+)\1,\s+(?:async )?\(/g);
  return [...titles].flatMap(([, , title = ""]) => (title.includes(part) ? [title] : []));
}
