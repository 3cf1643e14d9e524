import {
  existsSync,
  linkSync,
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
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {replaceFile} from "../../loaders/database/replace.js";

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
    ["folder", "no plain file"]
  ])("refuses %s, which is %s, before anything is written", async (name, kind) => {
    const names = readdirSync(folder);
    const refused = replaceFile(path(name), () => Promise.reject(new Error("asked to write")));
    await expect(refused).rejects.toThrow(`${path(name)} is ${kind}: it is not written over; name another file`);
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
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([readdirSync(folder), readFileSync(path("other"), "utf8")]).toEqual([names, "other"]);
  });
});
