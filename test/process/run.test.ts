import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {describe, expect, it, onTestFinished} from "vitest";

const wanted = {"": {}, "node_modules/a": {version: "1.0.0"}, "node_modules/b": {version: "2.0.0", optional: true}};

// Runs a file in a project that wants a and b, with what is installed (null: nothing), and an npm that only says so.
async function installs(installed: object | null): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), "feedbook-run-"));
  onTestFinished(() => rmSync(root, {recursive: true}));
  for (const folder of ["loaders", "node_modules"]) mkdirSync(join(root, folder));
  for (const file of ["loaders/run.mjs", "package.json"]) cpSync(file, join(root, file));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({packages: wanted}));
  if (installed !== null)
    writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({packages: installed}));
  writeFileSync(join(root, "npm.cjs"), 'console.error(process.argv.slice(2).join(" ")); process.exit(1);');
  const env = {npm_execpath: join(root, "npm.cjs")};
  const {stderr} = await execaNode(join(root, "loaders/run.mjs"), ["none.ts"], {env, reject: false, nodeOptions: []});
  return stderr.includes("ci --no-audit");
}

describe("node loaders/run.mjs <file>", () => {
  it.each<[string, object | null, boolean]>([
    ["nothing is installed", null, true],
    ["a package is missing, however new the rest is", {}, true],
    ["a package has another version", {"node_modules/a": {version: "1.0.1"}}, true],
    ["all is there but what only other systems need", {"node_modules/a": {version: "1.0.0"}}, false]
  ])("where %s", async (_, installed, expected) => {
    expect(await installs(installed)).toBe(expected);
  });
});
