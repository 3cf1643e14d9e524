import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {keepBodies, readKeptBody} from "../../loaders/load/bodies.js";
import type {Books} from "../../loaders/load/books.js";
import type {WithStore} from "../../loaders/store/access.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {held, keepBooks, received} from "./bookkeeping.js";

describe("bodies", () => {
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
});

describe("books that keep bodies", () => {
  let test: TestStore;
  let books: Books;

  beforeEach(async () => {
    test = await makeStore();
    ({books} = await keepBooks(test));
  });

  afterEach(() => test.remove());

  describe("openBooks({store: {keepBodies}}, …)", () => {
    const odd =
      '{ "parsed" :\t{"priceFeeds":[ {"priceFeedId":1.0,"price":"080","exponent":-2E0,"confidence":1.50 } ]} ' +
      ',"leEcdsa":{"data":"é"}}\r\n';
    const folder = () => test.path.replace(".duckdb", ".bodies");

    it("keeps bodies byte for byte, under their response's id", async () => {
      ({books} = await keepBooks(test, {config: {store: {keepBodies: true}}}));
      await books.add(received(odd));
      await books.flush();
      const [row] = await test.records("SELECT responseId::VARCHAR AS id, rows FROM responses");
      expect(row?.rows).toBe(1);
      expect(readdirSync(folder())).toEqual([`${row?.id}.json.gz`, "unfinished"]);
      expect(gunzipSync(readFileSync(`${folder()}/${row?.id}.json.gz`))).toEqual(Buffer.from(odd));
    });

    it("keeps them before the store is opened, and once, however often the commit is tried", async () => {
      let tries = 0;
      const files: string[][] = [];
      const withStore: WithStore = async (work) => {
        files.push(readdirSync(folder()).filter((name) => name.endsWith(".gz")));
        for (const name of files[0] ?? []) writeFileSync(`${folder()}/${name}`, "as it is"); // seen below
        if (++tries === 1) throw new Error("store is in use");
        return work(test.store);
      };
      ({books} = await keepBooks(test, {config: {store: {keepBodies: true}}, withStore}));
      await books.add(received(odd));
      await expect(books.flush()).rejects.toThrow("store is in use");
      await books.flush();
      const [row] = await test.records("SELECT responseId::VARCHAR AS id FROM responses");
      expect(files).toEqual([[`${row?.id}.json.gz`], [`${row?.id}.json.gz`]]);
      expect(readFileSync(`${folder()}/${row?.id}.json.gz`, "utf8")).toBe("as it is");
    });

    it("keeps none of refusals, of bodies without entries and of what is no update", async () => {
      ({books} = await keepBooks(test, {config: {store: {keepBodies: true}}}));
      await books.add(received("Unknown feed: 1", {httpStatus: 403}));
      await books.add(received('{"parsed":{"priceFeeds":[]}}'));
      await books.add(received("<html>"));
      await books.flush();
      expect(await held(test)).toEqual({responses: 3, rows: 0});
      expect(existsSync(folder())).toBe(false);
    });

    it("keeps none unless told to", async () => {
      await books.add(received(odd));
      await books.flush();
      expect(existsSync(folder())).toBe(false);
    });
  });
});
