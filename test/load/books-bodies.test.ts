import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {WithStore} from "../../loaders/load/access.js";
import type {Books} from "../../loaders/load/books.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {held, keepBooks, received} from "./bookkeeping.js";

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
