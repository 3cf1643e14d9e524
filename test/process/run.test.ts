import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {describe, expect, it, onTestFinished} from "vitest";

const wanted = {
  "": {},
  "node_modules/a": {version: "1.0.0"},
  "node_modules/b": {version: "2.0.0", optional: true},
  "node_modules/c": {version: "3.0.0", dev: true},
  "node_modules/d": {version: "4.0.0", devOptional: true},
  "node_modules/a/node_modules/e": {version: "5.0.0", inBundle: true}
};
const {"node_modules/a": a, "node_modules/c": c, "node_modules/d": d} = wanted;
const forUse = {"node_modules/a": a};
const all = {...forUse, "node_modules/c": c, "node_modules/d": d};
const old = {"node_modules/a": {version: "1.0.1"}};

// Runs a file in a project with that lockfile, with installed packages (null: none) and an npm that only prints its arguments.
// Gives these arguments, from standard error; null if npm was not run.
async function installs(installed: object | null, file: string): Promise<string | null> {
  const root = mkdtempSync(join(tmpdir(), "feedbook-run-"));
  onTestFinished(() => rmSync(root, {recursive: true}));
  for (const folder of ["loaders", "node_modules"]) mkdirSync(join(root, folder));
  for (const name of ["loaders/run.mjs", "package.json"]) cpSync(name, join(root, name));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({packages: wanted}));
  if (installed !== null)
    writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({packages: installed}));
  writeFileSync(join(root, "npm.cjs"), 'console.log(process.argv.slice(2).join(" ")); process.exit(1);');
  const env = {npm_execpath: join(root, "npm.cjs")};
  const {stderr} = await execaNode(join(root, "loaders/run.mjs"), [file], {env, reject: false, nodeOptions: []});
  return /^ci --no-audit --no-fund ?(.*)$/m.exec(stderr)?.[1] ?? null;
}

describe("node loaders/run.mjs <file>", () => {
  it.each<[string, object | null, {use: string | null; test: string | null}]>([
    ["nothing is installed", null, {use: "", test: "--include=dev"}],
    ["a package is missing, however new the rest is", {"node_modules/c": c}, {use: "", test: "--include=dev"}],
    ["a package has another version", {...all, ...old}, {use: "", test: "--include=dev"}],
    ["a package has, and those for tests were omitted", old, {use: "--omit=dev", test: "--include=dev"}],
    ["those for tests were omitted", forUse, {use: null, test: "--include=dev"}],
    ["all is there but what only other systems need, or comes with another", all, {use: null, test: null}]
  ])("installs the missing packages: %s", async (_, installed, expected) => {
    expect({
      use: await installs(installed, "loaders/none.ts"),
      test: await installs(installed, "test/none.ts")
    }).toEqual(expected);
  });
});
