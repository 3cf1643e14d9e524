import {spawnSync} from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from "vitest";
import {
  inOwnFolder,
  isRunning,
  ownMark,
  ownPath,
  removeLeftovers,
  replaceFile
} from "../../../loaders/store/database/files.js";

const gone = 999_999_999;
const {pid, ppid} = process;
let folder: string;
const path = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-files-"));
});

afterEach(() => rmSync(folder, {recursive: true}));

describe("removeLeftovers(path)", () => {
  function left(names: readonly string[]): string[] {
    for (const name of names) writeFileSync(path(name), "half");
    removeLeftovers(path("a.db"));
    return readdirSync(folder);
  }

  it.each([
    ...[`a.db.${gone}.tmp`, `a.db.${gone}.tmp.wal`, `a.db.x.${gone}.tmp`],
    ownPath("a.db.snapshot.duckdb", "tmp").replace(`.${pid}.`, `.${gone}.`)
  ])("removes %s of a process that is gone", (name) => expect(left([name])).toEqual([]));

  it.each([
    ...["a.db", "a.db.wal", `b.db.${gone}.tmp`, `a.db.${gone}.kept`, "a.db.tmp", `a.db.${ppid}.tmp`],
    ...[ownPath("a.db", "tmp"), ownPath("a.db", "spill")]
  ])("keeps %s", (name) => expect(left([name])).toEqual([name]));
});

describe("inOwnFolder(use)", () => {
  it("gives an empty folder, and removes it even if `use` throws, with folders of killed processes", async () => {
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    mkdirSync(path(`feedbook.x.${gone}.tmp`));
    expect(await inOwnFolder(async (own) => [readdirSync(own), readdirSync(folder).length])).toEqual([[], 1]);
    const failing = inOwnFolder(async (own) => {
      writeFileSync(join(own, "half"), "");
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("replaceFile(path, write)", () => {
  const database = Buffer.concat([Buffer.alloc(8, 7), Buffer.from("DUCK"), Buffer.alloc(4096)]);
  const write = async (temporary: string) => writeFileSync(temporary, "new");

  beforeEach(() => {
    writeFileSync(path("store"), database);
    writeFileSync(path("store.wal"), "log");
    writeFileSync(path("other"), "other");
    writeFileSync(path("short"), "DUCK");
    mkdirSync(path("folder"));
    symlinkSync("other", path("link"));
  });

  it.each(["new.csv", "other", "short"])("writes %s under another name, then renames it", async (name) => {
    const text = () => existsSync(path(name)) && readFileSync(path(name), "utf8");
    const before = text();
    writeFileSync(path(`${name}.${gone}.tmp`), "half");
    await replaceFile(path(name), async (temporary) => {
      await write(temporary);
      expect(text()).toBe(before);
    });
    expect(text()).toBe("new");
    expect(readdirSync(folder)).not.toContain(`${name}.${gone}.tmp`);
  });

  it.each([
    ["store", "a DuckDB file"],
    ["store.wal", "the log of a DuckDB file"],
    ["link", "a link"],
    ["folder", "not a plain file"]
  ])("refuses %s, which is %s, before anything is written", async (name, kind) => {
    const refused = replaceFile(path(name), () => Promise.reject(new Error("asked to write")));
    await expect(refused).rejects.toThrow(`${path(name)} is ${kind}, which is not overwritten: name another file`);
    expect(readFileSync(path("store")).equals(database)).toBe(true);
  });

  it("keeps the old file, and leaves no temporary one, where writing fails", async () => {
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

describe("isRunning(mark)", () => {
  const ended = () => spawnSync(process.execPath, ["-e", ""]).pid;

  it.each<[string, object, boolean | null]>([
    ["true of this process", {}, true],
    ["false of a process that ended", {pid: ended()}, false],
    ["false of another process that got the same id later", {birth: "another boot 1"}, false],
    ["null for another host", {hostname: "elsewhere"}, null]
  ])("is %s", (_what, more, expected) => expect(isRunning({...ownMark(), ...more})).toBe(expected));
});
