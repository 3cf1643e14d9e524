import {
  existsSync,
  linkSync,
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
import {inOwnFolder, ownPath, removeLeftovers, replaceFile} from "../../../loaders/store/database/files.js";

describe("leftovers", () => {
  const gone = 999_999_999;
  const {pid, ppid} = process;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "feedbook-leftovers-"));
  });

  afterEach(() => rmSync(folder, {recursive: true}));

  function left(names: readonly string[], options?: {own: boolean}): string[] {
    for (const name of names) writeFileSync(join(folder, name), "half");
    removeLeftovers(join(folder, "a.db"), options);
    return readdirSync(folder);
  }

  describe("ownPath(path, kind)", () => {
    it("names the process and where its id counts, the same each time", () => {
      expect(ownPath("/x/a.db", "tmp")).toMatch(new RegExp(`^/x/a\\.db\\.[0-9a-f]{8}\\.${pid}\\.tmp$`));
      expect(ownPath("a.db", "spill")).toBe(ownPath("a.db", "tmp").replace("tmp", "spill"));
    });
  });

  describe("removeLeftovers(path, {own})", () => {
    it.each([
      ...[`a.db.${gone}.tmp`, `a.db.${gone}.tmp.wal`, `a.db.x.${gone}.tmp`],
      ownPath("a.db.snapshot.duckdb", "tmp").replace(`.${pid}.`, `.${gone}.`)
    ])("removes %s of a process that is gone", (name) => expect(left([name])).toEqual([]));

    it.each([
      "a.db",
      "a.db.wal",
      `b.db.${gone}.tmp`,
      `a.db.${gone}.kept`,
      "a.db.tmp",
      `a.db.${ppid}.tmp`,
      ownPath("a.db.store", "spill")
    ])("leaves %s", (name) => expect(left([name], {own: true})).toEqual([name]));

    it.each([`a.db.${pid}.tmp`, ownPath("a.db", "tmp"), ownPath("a.db", "spill")])(
      "removes this process's own only where that is asked for: %s",
      (own) => {
        expect(left([own])).toEqual([own]);
        expect(left([own], {own: true})).toEqual([]);
      }
    );

    it.each([gone, pid, ppid])("leaves what process %i of another host or container writes, for a day", (id) => {
      const name = `a.db.0badcafe.${id}.tmp`;
      expect(left([name], {own: true})).toEqual([name]);
      const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      for (const [hours, kept] of [
        [23, [name]],
        [25, []]
      ] as const) {
        utimesSync(join(folder, name), at(hours), at(hours));
        removeLeftovers(join(folder, "a.db"));
        expect(readdirSync(folder)).toEqual(kept);
      }
    });

    it("removes what its snapshot's writer left beside a store, and none of another store", () => {
      const names = ["feeds.snapshot.duckdb", "feeds.duckdb", "feeds2.duckdb"].map((name) => `${name}.${gone}.tmp`);
      for (const name of names) writeFileSync(join(folder, name), "half");
      removeLeftovers(join(folder, "feeds.duckdb"));
      expect(readdirSync(folder)).toEqual([`feeds2.duckdb.${gone}.tmp`]);
    });

    it("does nothing where there is no folder", () => {
      expect(() => removeLeftovers(join(folder, "none", "a.db"))).not.toThrow();
    });

    it("removes folders of what did not fit into memory", () => {
      mkdirSync(join(folder, `a.db.${gone}.spill`));
      writeFileSync(join(folder, `a.db.${gone}.spill`, "block"), "x");
      expect(left([])).toEqual([]);
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
});

describe("replace", () => {
  let folder = "";
  const path = (name: string) => join(folder, name);
  const database = Buffer.concat([Buffer.alloc(8, 7), Buffer.from("DUCK"), Buffer.alloc(4096)]);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "feedbook-replace-"));
    writeFileSync(path("store"), database);
    writeFileSync(path("store.wal"), "log");
    writeFileSync(path("other"), "other");
    mkdirSync(path("folder"));
    symlinkSync("store", path("link"));
    symlinkSync("other", path("plain-link"));
    symlinkSync("nowhere", path("dangling"));
    linkSync(path("store"), path("second-name"));
  });
  afterEach(() => rmSync(folder, {recursive: true}));

  const write = async (temporary: string) => writeFileSync(temporary, "new");

  describe("replaceFile(path, write)", () => {
    it.each(["new.csv", "other", "short"])("writes %s beside its place, then renames it", async (name) => {
      writeFileSync(path("short"), "DUCK");
      const before = existsSync(path(name)) ? readFileSync(path(name), "utf8") : null;
      await replaceFile(path(name), async (temporary) => {
        await write(temporary);
        expect(existsSync(path(name)) ? readFileSync(path(name), "utf8") : null).toBe(before);
      });
      expect(readFileSync(path(name), "utf8")).toBe("new");
    });

    it.each([
      ["store", "a DuckDB file"],
      ["second-name", "a DuckDB file"],
      ["store.wal", "the log of a DuckDB file"],
      ["link", "a link"],
      ["plain-link", "a link"],
      ["dangling", "a link"],
      ["folder", "not a plain file"]
    ])("refuses %s, which is %s, before anything is written", async (name, kind) => {
      const names = readdirSync(folder);
      const refused = replaceFile(path(name), () => Promise.reject(new Error("asked to write")));
      await expect(refused).rejects.toThrow(`${path(name)} is ${kind}, which is not overwritten: name another file`);
      expect([readdirSync(folder), readFileSync(path("store")).equals(database)]).toEqual([names, true]);
      expect(readFileSync(path("other"), "utf8")).toBe("other");
    });

    it("looks again when it has written, as a load may have made a store there", async () => {
      const late = replaceFile(path("late"), async (temporary) => {
        await write(temporary);
        writeFileSync(path("late"), database);
      });
      await expect(late).rejects.toThrow("is a DuckDB file");
      expect(readFileSync(path("late")).equals(database)).toBe(true);
    });

    it("removes what a killed process left of another try", async () => {
      writeFileSync(path("other.999999999.tmp"), "half");
      await replaceFile(path("other"), write);
      expect(readdirSync(folder)).not.toContain("other.999999999.tmp");
    });

    it("leaves what was there, and nothing beside it, where writing fails", async () => {
      const names = readdirSync(folder);
      const failing = replaceFile(path("other"), async (temporary) => {
        await write(temporary);
        await write(`${temporary}.wal`); // of a DuckDB file
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect([readdirSync(folder), readFileSync(path("other"), "utf8")]).toEqual([names, "other"]);
    });
  });
});
