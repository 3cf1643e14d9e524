import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, afterEach, describe, expect, it} from "vitest";
import {command} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";
import {commandSamples} from "../pages/samples.js";

const readme = readFileSync("README.md", "utf8");
const {scripts} = JSON.parse(readFileSync("package.json", "utf8"));
const cwd = mkdtempSync(join(tmpdir(), "feedbook-readme-"));

afterAll(() => rmSync(cwd, {recursive: true}));

const before = process.cwd();
afterEach(() => process.chdir(before));

describe("README and guide", () => {
  it("README names scripts that exist", () => {
    const named = [...readme.matchAll(/npm (?:run (?:-s )?)?(start|test|[a-z]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("README links to files that exist", () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
    const folders = [...readme.matchAll(/`((?:loaders|src|test)\/[\w/]+)`/g)].map(([, path = ""]) => path);
    expect(folders.length).toBeGreaterThan(5);
    expect(folders.filter((path) => !existsSync(path))).toEqual([]);
  });

  // Pages need a project: test/browser/export.test.ts runs these.
  it.each(commandSamples.filter((shown) => !shown.startsWith("export page ")))(
    "show a command that works: %s",
    async (shown) => {
      writeFileSync(join(cwd, "saved-bodies.ndjson.gz"), gzipSync(`${recorded.trim()}\n`));
      process.chdir(cwd);
      const args = [...shown.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, word = ""]) => quoted ?? word.replace("10s", "2s")
      );
      expect(await command(args)).toMatchObject({exitCode: 0});
    }
  );
});
