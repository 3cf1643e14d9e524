import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {keepBodies, readKeptBody} from "../../loaders/load/bodies.js";
import type {WithStore} from "../../loaders/store/access.js";
import {eachStore} from "../helpers/each-store.js";
import {keepBooks, received} from "./bookkeeping.js";

const id = "01900000-0000-7000-8000-000000000000";
const other = id.replace(/0$/, "1");
let folder: string;
let storePath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-bodies-"));
  storePath = join(folder, "feeds.duckdb");
});

afterEach(() => rmSync(folder, {recursive: true}));

const keep = (path: string, body: string) => keepBodies(path, new Map([[id, body]]));
const unfinished = () => join(folder, "feeds.bodies", "unfinished");

describe("keepBodies(storePath, bodies)", () => {
  it("writes each text beside its store, and leaves no temporary file", async () => {
    const body = '{ "a" :1.50, "é":"\\u00e9😀" }\r\n';
    await keep(storePath, body);
    await keep(join(folder, "other.db"), "other");
    expect(readdirSync(folder).sort()).toEqual(["feeds.bodies", "other.db.bodies"]);
    expect(readdirSync(unfinished())).toEqual([]);
    expect([readKeptBody(storePath, id), readKeptBody(join(folder, "other.db"), id)]).toEqual([body, "other"]);
  });

  it("leaves to the next call the texts that could not be written, and no others", async () => {
    const bodies = new Map([
      [id, "one"],
      [other, "two"]
    ]);
    const blocked = join(folder, "feeds.bodies", `${other}.json.gz`);
    mkdirSync(blocked, {recursive: true});
    await expect(keepBodies(storePath, bodies)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect([...bodies.keys()]).toEqual([other]);
    rmdirSync(blocked);
    await keepBodies(storePath, bodies);
    expect([bodies.size, readKeptBody(storePath, id), readKeptBody(storePath, other)]).toEqual([0, "one", "two"]);
    expect(readdirSync(unfinished())).toEqual([]);
  });
});

describe("readKeptBody(storePath, responseId)", () => {
  it.each([other, "../secret", "", "../feeds.bodies/x", "OO900000-0000-7000-8000-000000000000"])(
    "reads no file by the id %j, and says what to do",
    async (name) => {
      await keep(storePath, "{}");
      for (const path of ["secret.json.gz", "feeds.bodies/x.json.gz", "feeds.bodies/.json.gz"])
        writeFileSync(join(folder, path), readFileSync(join(folder, "feeds.bodies", `${id}.json.gz`)));
      expect(() => readKeptBody(storePath, name)).toThrow(
        `no kept body of response ${name}: set store.keepBodies and service.formats in feedbook.config.ts before the load`
      );
    }
  );
});

describe("openBooks({store: {keepBodies}}, …)", () => {
  const test = eachStore();

  const odd =
    '{ "parsed" :\t{"priceFeeds":[ {"priceFeedId":1.0,"price":"080","exponent":-2E0,"confidence":1.50 } ]} ' +
    ',"leEcdsa":{"data":"é"}}\r\n';
  const folder = () => test.path.replace(".duckdb", ".bodies");
  const config = {store: {keepBodies: true}};

  it("writes bodies byte for byte before the store is opened, and once however often the commit is tried", async () => {
    let tries = 0;
    const files: string[][] = [];
    const withStore: WithStore = async (work) => {
      files.push(readdirSync(folder()).filter((name) => name.endsWith(".gz")));
      const [path] = files[0]?.map((name) => `${folder()}/${name}`) ?? [];
      if (path === undefined) throw new Error("no body");
      if (++tries > 1) return work(test.store);
      expect(gunzipSync(readFileSync(path)).toString()).toBe(odd);
      writeFileSync(path, "as it is");
      throw new Error("store is in use");
    };
    const {books} = await keepBooks(test, {config, withStore});
    await books.add(received(odd));
    await expect(books.flush()).rejects.toThrow("store is in use");
    await books.flush();
    const [row] = await test.records("SELECT responseId::VARCHAR AS id FROM responses");
    expect(files).toEqual([[`${row?.id}.json.gz`], [`${row?.id}.json.gz`]]);
    expect(readFileSync(`${folder()}/${row?.id}.json.gz`, "utf8")).toBe("as it is");
  });

  it.each([
    ["a body without entries", config, received('{"parsed":{"priceFeeds":[]}}')],
    ["an invalid body", config, received("<html>")],
    ["any body without the setting", {}, received(odd)]
  ])("writes nothing for %s", async (_, config, answer) => {
    const {books, report} = await keepBooks(test, {config});
    await books.add(answer);
    await books.flush();
    expect([report.responses, existsSync(folder())]).toEqual([1, false]);
  });
});
