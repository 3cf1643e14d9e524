import {mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readPage, writePage} from "../../../loaders/site/edit/file.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-file-"));
  writeFileSync(join(root, "mine.md"), "old");
});
afterEach(() => rmSync(root, {recursive: true}));

describe("writePage(page, text)", () => {
  it("follows no link that was put in the file's place", () => {
    const page = readPage(root, "/mine");
    writeFileSync(join(root, "target"), "old");
    rmSync(join(root, "mine.md"));
    symlinkSync(join(root, "target"), join(root, "mine.md"));
    expect(() => writePage(page, "new")).toThrow(/meanwhile/);
    expect(readFileSync(join(root, "target"), "utf8")).toBe("old");
  });
});
