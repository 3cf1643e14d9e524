import {mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {inOwnFolder, ownPath, remainsOf, removeRemains} from "../../loaders/database/remains.js";

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

describe("ownPath(path, kind)", () => {
  it("names the process and where its id counts, the same each time", () => {
    expect(ownPath("/x/a.db", "tmp")).toMatch(new RegExp(`^/x/a\\.db\\.[0-9a-f]{8}\\.${pid}\\.tmp$`));
    expect(ownPath("a.db", "spill")).toBe(ownPath("a.db", "tmp").replace("tmp", "spill"));
  });
});

describe("removeRemains(path, {own})", () => {
  it.each([
    ...[`a.db.${gone}.tmp`, `a.db.${gone}.tmp.wal`, `a.db.x.${gone}.tmp`],
    ownPath("a.db.snapshot.duckdb", "tmp").replace(`.${pid}.`, `.${gone}.`)
  ])("removes %s of a process that is gone", (name) => expect(left([name])).toEqual([]));

  it.each(["a.db", "a.db.wal", `b.db.${gone}.tmp`, `a.db.${gone}.kept`, "a.db.tmp", `a.db.${ppid}.tmp`])(
    "leaves %s",
    (name) => expect(left([name], {own: true})).toEqual([name])
  );

  it.each([`a.db.${pid}.tmp`, ownPath("a.db", "tmp"), ownPath("a.db", "spill")])(
    "removes this process's own only where that is asked for: %s",
    (own) => {
      expect(left([own])).toEqual([own]);
      expect(left([own], {own: true})).toEqual([]);
    }
  );

  it("leaves what this process has beside another file whose name begins alike, also where its own is asked for", () => {
    const spill = ownPath("a.db.store", "spill");
    expect(left([spill], {own: true})).toEqual([spill]);
  });

  it.each([gone, pid, ppid])("leaves what process %i of another host or container writes, for a day", (id) => {
    const name = `a.db.0badcafe.${id}.tmp`;
    expect(left([name], {own: true})).toEqual([name]);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(folder, name), at(23), at(23));
    removeRemains(join(folder, "a.db"));
    expect(readdirSync(folder)).toEqual([name]);
    utimesSync(join(folder, name), at(25), at(25));
    removeRemains(join(folder, "a.db"));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("removes what its snapshot's writer left beside a store, and none of another store", () => {
    const names = ["feeds.snapshot.duckdb", "feeds.duckdb", "feeds2.duckdb"].map((name) => `${name}.${gone}.tmp`);
    for (const name of names) writeFileSync(join(folder, name), "half");
    removeRemains(join(folder, "feeds.duckdb"));
    expect(readdirSync(folder)).toEqual([`feeds2.duckdb.${gone}.tmp`]);
  });

  it("does nothing where there is no folder", () => {
    expect(() => removeRemains(join(folder, "none", "a.db"))).not.toThrow();
  });

  it("removes folders of what did not fit into memory", () => {
    mkdirSync(join(folder, `a.db.${gone}.spill`));
    writeFileSync(join(folder, `a.db.${gone}.spill`, "block"), "x");
    expect(left([])).toEqual([]);
  });
});

describe("remainsOf(path)", () => {
  it("names what is left, and whether the next start removes it; not what a living process has", () => {
    for (const name of [`a.db.${gone}.tmp`, `a.db.0badcafe.${gone}.tmp`, `a.db.${ppid}.tmp`, ownPath("a.db", "spill")])
      writeFileSync(join(folder, name), "half");
    expect(remainsOf(join(folder, "a.db"))).toEqual([
      {path: join(folder, `a.db.0badcafe.${gone}.tmp`), due: false},
      {path: join(folder, `a.db.${gone}.tmp`), due: true}
    ]);
  });
});

describe("inOwnFolder(use)", () => {
  const given = process.env.TMPDIR;
  beforeEach(() => {
    process.env.TMPDIR = folder;
  });
  afterEach(() => {
    if (given === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = given;
  });

  it("gives a folder that is empty and gone when it ends, also where it throws, with those of killed processes", async () => {
    const killed = join(folder, `feedbook.x.${gone}.tmp`);
    mkdirSync(killed);
    const seen = await inOwnFolder(async (path) => [readdirSync(path), readdirSync(folder).length]);
    expect(seen).toEqual([[], 1]);
    const failing = inOwnFolder(async (path) => {
      writeFileSync(join(path, "half"), "");
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(readdirSync(folder)).toEqual([]);
  });
});
