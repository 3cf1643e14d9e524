import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readConfigFile} from "../../loaders/config/file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feed # book % ü-")); // characters that a URL escapes
});
afterEach(() => rmSync(folder, {recursive: true}));

const write = (text: string, name = "feedbook.config.ts") => writeFileSync(join(folder, name), text);

describe("readConfigFile(folder)", () => {
  it("is empty where there is no file", async () => expect(await readConfigFile(folder)).toEqual({}));

  it("reads TypeScript, what it imports, and what was changed since", async () => {
    write('import {seed} from "./seed.js";\nexport default {sandbox: {seed}};\n');
    for (const seed of [7, 70]) {
      write(`export const seed: number = ${seed};`, "seed.ts");
      expect(await readConfigFile(folder)).toEqual({sandbox: {seed}});
    }
  });

  it("passes on what defineConfig refuses", async () => {
    const schema = JSON.stringify(resolve("loaders/config/schema.ts"));
    write(`import {defineConfig} from ${schema};\nexport default defineConfig({site: {bas: "/"}});\n`);
    await expect(readConfigFile(folder)).rejects.toThrow(
      "invalid config: site.bas is unknown; did you mean site.base?"
    );
  });

  it.each([
    [
      "export default {\n  feeds: {ids: [1,},\n};",
      /^cannot read .*\/feedbook\.config\.ts: feedbook\.config\.ts:2:19: Unexpected "}"$/
    ],
    ['import "./none.js";\nexport default {};', /:1:8: Could not resolve "\.\/none\.js"$/],
    ["throw new Error('no');\nexport default {};", /^cannot read .*: no$/],
    ["export const a = 1;", /exports nothing: end it with export default defineConfig/]
  ])("says what is wrong with %j", async (text, message) => {
    write(text);
    await expect(readConfigFile(folder)).rejects.toThrow(message);
  });
});
