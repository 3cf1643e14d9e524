import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {execa} from "execa";
import {afterEach, beforeEach, describe, expect, it} from "vitest";

// A project of its own, with the real compiler: its cache is in its own node_modules.
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-compile-"));
  for (const folder of ["loaders/config", "node_modules/own", "tmp"]) mkdirSync(join(root, folder), {recursive: true});
  cpSync("loaders/config/compile.mjs", join(root, "loaders/config/compile.mjs"));
  for (const name of ["esbuild", "@esbuild", "picocolors"])
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
  write("node_modules/own/package.json", '{"name": "own", "main": "main.js"}');
  write("node_modules/own/main.js", 'exports.says = () => "package";');
  write(
    "one.ts",
    'import {says} from "own";\nimport {two} from "./two.js";\nconsole.log(says(), two satisfies string);'
  );
  write("two.ts", 'import pc from "picocolors";\nexport const two = String(typeof pc.bold).concat(" two");');
});
afterEach(() => rmSync(root, {recursive: true}));

const write = (name: string, text: string) => writeFileSync(join(root, name), text);

// Compiles and runs `one.ts` as a process of its own. Gives what it prints.
async function run(): Promise<string> {
  const script = `const {compiled} = await import("./loaders/config/compile.mjs");
    await import(await compiled("one.ts", {withPackages: true}));`;
  const {stdout} = await execa(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    env: {TMPDIR: join(root, "tmp")}
  });
  return stdout;
}

describe("compiled(file, {withPackages})", () => {
  it("sees each edit of a file, of what it imports, and of a package", async () => {
    const texts = async () => {
      const {compiled} = await import(join(root, "loaders/config/compile.mjs"));
      const path = await compiled(join(root, "one.ts"), {withPackages: true});
      return readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name), "utf8"));
    };
    expect(await texts()).toEqual(await texts());
    write("two.ts", 'export const two = "second two";');
    expect(String(await texts())).toContain("second two");
    write("node_modules/own/main.js", 'exports.says = () => "other package";');
    expect(String(await texts())).toContain("other package");
    write("one.ts", 'console.log("only one");');
    expect(String(await texts())).not.toContain("two");
  });

  it("gives whole files to processes that start at once", async () => {
    expect(await Promise.all([run(), run()])).toEqual(["package function two", "package function two"]);
    const [folder = ""] = readdirSync(join(root, "node_modules/.cache/feedbook"));
    expect(readdirSync(join(root, "node_modules/.cache/feedbook", folder))).toHaveLength(2); // and nothing half done
  });

  it("runs where its cache cannot be written, and leaves nothing behind", async () => {
    write("node_modules/.cache", "a file in the place of the folder");
    expect(await run()).toBe("package function two");
    expect(readdirSync(join(root, "tmp"))).toEqual([]);
  });
});
