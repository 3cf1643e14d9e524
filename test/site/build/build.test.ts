import {spawnSync} from "node:child_process";
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {newFolder, removeLeftovers, swap} from "../../../loaders/site/build/build.js";

const gone = spawnSync(process.execPath, ["-e", ""]).pid;
let root: string;
let dist: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-swap-"));
  dist = join(root, "dist");
});
afterEach(() => rmSync(root, {recursive: true}));

describe("swap(made, folder)", () => {
  it.each([true, false])("puts the new folder in the place of the old one, which may be absent: %s", (isThere) => {
    if (isThere) make("dist", "old");
    make(newFolder("dist"), "new");
    swap(newFolder(dist), dist);
    expect(readFileSync(join(dist, "new"), "utf8")).toBe("new");
    expect([readdirSync(root), readdirSync(dist)]).toEqual([["dist"], ["new"]]);
  });
});

describe("removeLeftovers(folder)", () => {
  it("removes what this process and those that are gone left, and nothing else", () => {
    const kept = ["dist", `dist.new-${process.ppid}`, "dist.new", "other.new-1", "dist.old-house"];
    for (const name of [...kept, newFolder("dist"), `dist.new-${gone}`, `dist.old-${gone}`]) make(name, "x");
    removeLeftovers(dist);
    expect(readdirSync(root).toSorted()).toEqual(kept.toSorted());
  });

  it("puts the old folder back where a process was killed between the renames", () => {
    make(`dist.old-${gone}`, "old");
    removeLeftovers(dist);
    expect(existsSync(join(dist, "old"))).toBe(true);
  });
});

function make(name: string, text: string): void {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, text), text);
}
