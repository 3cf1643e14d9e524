import {existsSync, readdirSync} from "node:fs";
import {importsOf} from "../imports.js";

// Tests that count on where a store is, and why.
const drops = "drops old updates, which a store that shares its database refuses";
const excluded: Readonly<Record<string, string>> = {
  "test/derive/dropped.test.ts": drops,
  "test/doctor/retain.test.ts": drops,
  "test/lake/dropped.test.ts": drops,
  "test/load/retain.test.ts": drops,
  "test/store/next-migration.test.ts": drops,
  "test/store/retain.test.ts": drops,
  "test/store/rewrite.test.ts": drops,
  "test/watch/retain.test.ts": drops,
  "test/store/elsewhere.test.ts": "has addresses of its own"
};

/** All tests that open a store, by themselves or through other files of tests, but those that count on where it is. */
export function testsWithStores(): string[] {
  const names = readdirSync("test", {recursive: true, encoding: "utf8"}).map((name) => name.replaceAll("\\", "/"));
  const tests = names.filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name}`);
  const found = tests.filter(opens);
  const wrong = Object.keys(excluded).filter((file) => !found.includes(file));
  if (wrong.length > 0) throw new Error(`excluded, and opens no store: ${wrong.join(", ")}`);
  return found.filter((file) => excluded[file] === undefined);
}

const known = new Map([["loaders/store/open.ts", true]]);

function opens(file: string): boolean {
  const isKnown = known.get(file);
  if (isKnown !== undefined) return isKnown;
  if (!file.startsWith("test/") || !existsSync(file)) return false; // a text may look like an import
  known.set(file, false); // for imports that lead back to it
  const found = importsOf(file).some(({to, types}) => !types && opens(to));
  known.set(file, found);
  return found;
}
