import {execFile} from "node:child_process";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {promisify} from "node:util";
import {describe, expect, it} from "vitest";

const run = promisify(execFile);

describe("readConfigFile(folder)", () => {
  it("imports TypeScript under tsx, from a folder whose name a URL has to escape", async () => {
    const folder = await mkdtemp(join(tmpdir(), "feed # book % ü-"));
    try {
      const config = `const seed: number = 7;\nexport default {sandbox: {seed}};\n`;
      await writeFile(join(folder, "feedbook.config.ts"), config);
      const module = pathToFileURL("loaders/config/file.ts").href;
      const script = `import(${JSON.stringify(module)}).then(async (file) => {
        console.log(JSON.stringify(await file.readConfigFile(${JSON.stringify(folder)})));
      });`;
      const {stdout} = await run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
      expect(JSON.parse(stdout)).toEqual({sandbox: {seed: 7}});
    } finally {
      await rm(folder, {recursive: true});
    }
  });
});
