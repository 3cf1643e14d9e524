import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readPage, tidyPages, writePage} from "../../loaders/edit/file.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-file-"));
  writeFileSync(join(root, "mine.md"), "old");
});
afterEach(() => rmSync(root, {recursive: true}));

describe("writePage(page, text)", () => {
  it("writes nothing over what another wrote after it was read, and leaves nothing beside", () => {
    const page = readPage(root, "/mine");
    writeFileSync(join(root, "mine.md"), "other");
    expect(() => writePage(page, "new")).toThrow(/mine\.md was changed on disk meanwhile: nothing was written/);
    expect([readFileSync(join(root, "mine.md"), "utf8"), readdirSync(root)]).toEqual(["other", ["mine.md"]]);
  });

  it("follows no link that was put in the file's place", () => {
    const page = readPage(root, "/mine");
    writeFileSync(join(root, "target"), "old");
    rmSync(join(root, "mine.md"));
    symlinkSync(join(root, "target"), join(root, "mine.md"));
    expect(() => writePage(page, "new")).toThrow(/meanwhile/);
    expect(readFileSync(join(root, "target"), "utf8")).toBe("old");
  });
});

describe("tidyPages(root)", () => {
  it("removes what a killed process left in any folder, and nothing else", () => {
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    mkdirSync(join(root, "deep"));
    const left = [`.mine.md.${id}.tmp`, `deep/.mine.md.${id}.tmp`];
    const others = [`mine.md.${id}.tmp`, "deep/.mine.md.tmp", `.mine.ts.${id}.tmp`];
    for (const name of [...left, ...others]) {
      writeFileSync(join(root, name), "");
      utimesSync(join(root, name), 0, 0);
    }
    const now = `.other.md.${id}.tmp`; // of another preview
    writeFileSync(join(root, now), "");
    tidyPages(root);
    expect(readdirSync(root, {recursive: true}).sort()).toEqual(["deep", "mine.md", now, ...others].sort());
  });
});
