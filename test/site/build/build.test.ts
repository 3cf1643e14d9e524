import {spawnSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, it} from "vitest";
import {newFolder, removeLeftovers, swap} from "../../../loaders/site/build/build.js";

const gone = spawnSync(process.execPath, ["-e", ""]).pid;
let root: string;
let dist: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-swap-"));
  dist = join(root, "dist");
});
afterEach(() => rmSync(root, {recursive: true}));

function make(name: string, file: string): void {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, file), "");
}

it.each([true, false])("swap(made, folder) replaces the old folder, if there is one: %s", (isThere) => {
  if (isThere) make("dist", "old");
  make(newFolder("dist"), "new");
  swap(newFolder(dist), dist);
  expect([readdirSync(root), readdirSync(dist)]).toEqual([["dist"], ["new"]]);
});

it("removeLeftovers(folder) removes folders of this process and of ended ones, and nothing else", () => {
  const kept = ["dist", `dist.new-${process.ppid}`, "dist.new", "other.new-1", "dist.old-house"];
  for (const name of [...kept, newFolder("dist"), `dist.new-${gone}`, `dist.old-${gone}`]) make(name, "x");
  removeLeftovers(dist);
  expect(readdirSync(root).toSorted()).toEqual(kept.toSorted());
});

it("removeLeftovers(folder) restores the old folder where a process was killed between the renames", () => {
  make(`dist.old-${gone}`, "old");
  removeLeftovers(dist);
  expect(readdirSync(dist)).toEqual(["old"]);
});
