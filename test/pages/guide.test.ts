import {existsSync, readdirSync, readFileSync} from "node:fs";
import {basename} from "node:path";
import {describe, expect, it} from "vitest";
import {readConfig} from "../../loaders/config/schema.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {sharedSnapshot} from "./queries.js";
import {configSamples, messages, pageSamples, shellLines, sqlSamples} from "./samples.js";

const read = (path: string) => readFileSync(path, "utf8");
const filesOf = (folder: string) =>
  readdirSync(folder, {recursive: true, encoding: "utf8"}).map((name) => `${folder}/${name}`);
const guide = filesOf("src/guide");
const {scripts} = JSON.parse(read("package.json"));
const sources = ["loaders", "src"]
  .flatMap(filesOf)
  .filter((path) => /^(?!.*\.observablehq).*\.m?[jt]s$/.test(path))
  .map(read)
  .join("\n");
// Messages with … for each name or number; pieces of text are joined.
const texts = sources
  .replaceAll(/[`"]\s*\+\s*[`"]/g, "")
  .replaceAll(/\$\{[^}]*\}/g, "…")
  .replaceAll('\\"', '"');

describe("guide", () => {
  it("lists every page on its first page", () => {
    const listed = [...read("src/guide/index.md").matchAll(/^\d+\. \[[^\]]+\]\(\.\/([\w-]+)\)/gm)].map(
      ([, name]) => name
    );
    const pages = guide.map((path) => basename(path, ".md")).filter((name) => name !== "index");
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it.each(guide)("%s links to existing pages", (path) => {
    const links = [...read(path).matchAll(/\]\((\.\.?\/[\w./-]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
    const pathOf = (link: string) => (link.startsWith("./") ? `src/guide/${link.slice(2)}` : `src/${link.slice(3)}`);
    expect(links.filter((link) => !existsSync(`${pathOf(link)}.md`))).toEqual([]);
  });

  it.each(messages)("explains a message that Feedbook prints: %s", (message) => {
    const parts = message
      .split("…")
      .map((part) => part.trim())
      .filter((part) => part.length > 1);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts.map((part) => part.replaceAll('"', "")))
      expect(texts.replaceAll('"', ""), part).toContain(part);
  });

  it.each(sqlSamples)("has SQL that runs: $path: $code", async ({code}) => {
    expect((await querySnapshot(await sharedSnapshot("short"), code)).rows.length).toBeGreaterThan(0);
  });

  it("shows valid configurations and existing scripts", () => {
    expect(configSamples.length).toBeGreaterThan(0);
    for (const {code} of configSamples) {
      const [, config = ""] = /defineConfig\((\{[\s\S]*\})\);/.exec(code) ?? [];
      expect(() => readConfig(new Function(`return ${config}`)())).not.toThrow();
    }
    const scriptOf = (line: string) => /^npm (?:run )?(\w+)/.exec(line)?.[1];
    const shown = shellLines.filter(({code}) => !code.startsWith("export "));
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter(({code}) => !(scriptOf(code) ?? "") || !(String(scriptOf(code)) in scripts))).toEqual([]);
    expect(pageSamples.length).toBeGreaterThan(2); // test/browser/guide.test.ts opens them
  });
});
