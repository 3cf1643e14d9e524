import {execFile} from "node:child_process";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {promisify} from "node:util";
import {describe, expect, it} from "vitest";

const run = promisify(execFile);

// Reads a configuration file in a process of its own, as the commands do: under tsx.
async function readUnderTsx(text: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "feed # book % ü-")); // characters that a URL escapes
  try {
    await writeFile(join(folder, "feedbook.config.ts"), text);
    const module = pathToFileURL("loaders/config/file.ts").href;
    const script = `import(${JSON.stringify(module)})
      .then((file) => file.readConfigFile(${JSON.stringify(folder)}))
      .then((read) => console.log(JSON.stringify({read})), ({message}) => console.log(JSON.stringify({message})));`;
    const {stdout} = await run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, {recursive: true});
  }
}

describe("readConfigFile(folder)", () => {
  it("imports TypeScript under tsx, from a folder whose name a URL has to escape", async () => {
    const config = `const seed: number = 7;\nexport default {sandbox: {seed}};\n`;
    expect(await readUnderTsx(config)).toEqual({read: {sandbox: {seed: 7}}});
  });

  it("passes on what defineConfig refuses", async () => {
    const schema = JSON.stringify(pathToFileURL("loaders/config/schema.ts").href);
    const config = `import {defineConfig} from ${schema};\nexport default defineConfig({site: {bas: "/"}});\n`;
    expect(await readUnderTsx(config)).toEqual({
      message: "invalid config: site.bas is unknown; did you mean site.base?"
    });
  });
});
