import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {removeRemains} from "../../loaders/store/remains.js";

const gone = 999_999_999;
const {pid, ppid} = process;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-remains-"));
});

afterEach(() => rmSync(folder, {recursive: true}));

function left(names: readonly string[], options?: {own: boolean}): string[] {
  for (const name of names) writeFileSync(join(folder, name), "half");
  removeRemains(join(folder, "a.db"), options);
  return readdirSync(folder);
}

describe("removeRemains(path, {own})", () => {
  it.each([`a.db.${gone}.tmp`, `a.db.${gone}.tmp.wal`, `a.db.x.${gone}.tmp`])(
    "removes %s of a process that is gone",
    (name) => expect(left([name])).toEqual([])
  );

  it.each(["a.db", "a.db.wal", `b.db.${gone}.tmp`, `a.db.${gone}.kept`, "a.db.tmp", `a.db.${ppid}.tmp`])(
    "leaves %s",
    (name) => expect(left([name], {own: true})).toEqual([name])
  );

  it("removes this process's own only where that is asked for", () => {
    const own = `a.db.${pid}.tmp`;
    expect(left([own])).toEqual([own]);
    expect(left([own], {own: true})).toEqual([]);
  });

  it("removes folders of what did not fit into memory", () => {
    mkdirSync(join(folder, `a.db.${gone}.spill`));
    writeFileSync(join(folder, `a.db.${gone}.spill`, "block"), "x");
    expect(left([])).toEqual([]);
  });
});
