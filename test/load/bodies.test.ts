import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {keepBodies, readKeptBody} from "../../loaders/load/bodies.js";

const id = "01900000-0000-7000-8000-000000000000";
let folder: string;
let storePath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-bodies-"));
  storePath = join(folder, "feeds.duckdb");
});

afterEach(() => rmSync(folder, {recursive: true}));

const keep = (path: string, body: string) => keepBodies(path, new Map([[id, body]]));
const kept = () => readdirSync(join(folder, "feeds.bodies"));
const unfinished = () => join(folder, "feeds.bodies", "unfinished");

describe("keepBodies(storePath, bodies)", () => {
  it("keeps each text in a gzipped file beside the store, and leaves no other", async () => {
    const body = '{ "a" :1.50, "é":"\\u00e9😀" }\r\n';
    await keep(storePath, body);
    expect(readdirSync(folder)).toEqual(["feeds.bodies"]);
    expect([kept(), readdirSync(unfinished())]).toEqual([[`${id}.json.gz`, "unfinished"], []]);
    expect(gunzipSync(readFileSync(join(folder, "feeds.bodies", `${id}.json.gz`))).toString()).toBe(body);
    expect(readKeptBody(storePath, id)).toBe(body);
  });

  it("makes no folder where there is none to keep", async () => {
    await keepBodies(storePath, new Map());
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps those of each store apart", async () => {
    await keep(storePath, "one");
    await keep(join(folder, "other.db"), "other");
    expect([readKeptBody(storePath, id), readKeptBody(join(folder, "other.db"), id)]).toEqual(["one", "other"]);
  });

  it("leaves to the next try what could not be kept, and nothing else", async () => {
    const other = id.replace(/0$/, "1");
    const bodies = new Map([
      [id, "one"],
      [other, "two"]
    ]);
    mkdirSync(join(folder, "feeds.bodies", `${other}.json.gz`), {recursive: true}); // in the way
    await expect(keepBodies(storePath, bodies)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect([...bodies.keys()]).toEqual([other]);
    rmdirSync(join(folder, "feeds.bodies", `${other}.json.gz`));
    await keepBodies(storePath, bodies);
    expect([bodies.size, readKeptBody(storePath, id), readKeptBody(storePath, other)]).toEqual([0, "one", "two"]);
    expect(readdirSync(unfinished())).toEqual([]);
  });

  it("removes what a killed process left half written, and nothing of one that runs", async () => {
    mkdirSync(unfinished(), {recursive: true});
    const names = [999_999_999, process.ppid].map((pid) => `body.${id}.${pid}.tmp`);
    for (const name of names) writeFileSync(join(unfinished(), name), "half");
    await keep(storePath, "one");
    expect(readdirSync(unfinished())).toEqual(names.slice(1));
  });
});

describe("readKeptBody(storePath, responseId)", () => {
  it("says what to do where it was not kept", () => {
    expect(() => readKeptBody(storePath, id)).toThrow(
      `no kept body of response ${id}: set store.keepBodies and service.formats in feedbook.config.ts before the load`
    );
  });

  it.each(["../secret", "", "../feeds.bodies/x", id.toUpperCase().replace(/0/g, "O")])(
    "reads no file named %j",
    async (name) => {
      await keep(storePath, "{}");
      for (const path of ["secret.json.gz", "feeds.bodies/x.json.gz", "feeds.bodies/.json.gz"]) {
        writeFileSync(join(folder, path), readFileSync(join(folder, "feeds.bodies", `${id}.json.gz`)));
      }
      expect(() => readKeptBody(storePath, name)).toThrow(`no kept body of response ${name}: `);
    }
  );
});
