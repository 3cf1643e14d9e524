import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {sqlOf} from "../../loaders/inspect/status.js";
import {derive} from "../../loaders/sql/derive.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {dropOld} from "../../loaders/store/retain.js";
import {copyEmpty, makeStore, type TestStore} from "../helpers/store.js";
import {whole} from "../helpers/stores/whole.js";
import {body, instant} from "../store/dropping.js";
import {type LakeTest, makeLake} from "./lakes.js";

let test: TestStore;
let lake: LakeTest;

beforeEach(async () => {
  test = await makeStore();
  lake = await makeLake();
});

afterEach(() => {
  test.remove();
  lake.remove();
});

const imported = () => join(lake.folder, "imported.duckdb");

// Into a copy of an empty store, which takes less time than a new one.
async function bringBack() {
  await copyEmpty(imported());
  return lake.importTo(imported());
}

describe("a lake of a store that drops old updates", () => {
  it("keeps what the store drops", async () => {
    await test.book(body(1), body(30));
    await lake.write(test);
    await derive((work) => work(test.store));
    await dropOld(test.store, instant(20));
    expect(await lake.write(test)).toMatchObject({files: 0});
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({responses: 2, updates: 4});
  });

  it("leaves out responses whose updates the store dropped before they were written", async () => {
    await test.book(body(1), body(30));
    await derive((work) => work(test.store));
    await dropOld(test.store, instant(20));
    expect(await lake.write(test)).toMatchObject({responses: 1, updates: 2});
    expect(await lake.write(test)).toMatchObject({files: 0});
    expect(await lake.verify(test)).toEqual([]);
    expect(await bringBack()).toMatchObject({responses: 1, updates: 2});
    expect(await readStore(imported(), ({connection}) => queryRecords(connection, sqlOf("integrity")))).toEqual([
      whole
    ]);
  });
});
