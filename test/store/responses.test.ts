import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {eachFileBody, heldFileBodies} from "../../loaders/store/responses.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

// Of a load of files: one with entries (a), one without (b), and one that came from a service (c). Gives its id.
async function bookFiles(): Promise<string> {
  const loadId = await startLoad(test.store, "file", false);
  await bookResponses(test.store, [
    {...booking(loadId, recorded), endpoint: "file", bodyHash: "a"},
    {...booking(loadId, '{"parsed":{"priceFeeds":[]}}'), endpoint: "file", bodyHash: "b"},
    {...booking(loadId, recorded), bodyHash: "c"}
  ]);
  return loadId;
}

describe("heldFileBodies(store, hashes, loadId)", () => {
  it("finds bodies of files that brought entries, and none of another kind", async () => {
    await bookFiles();
    const other = "00000000-0000-7000-8000-000000000000";
    expect(await heldFileBodies(test.store, ["a", "b", "c", "d", "it's"], other)).toEqual(new Set(["a"]));
    expect(await heldFileBodies(test.store, [], other)).toEqual(new Set());
  });

  it("finds all bodies of the load's own files", async () => {
    expect(await heldFileBodies(test.store, ["a", "b", "c"], await bookFiles())).toEqual(new Set(["a", "b"]));
  });
});

describe("eachFileBody(store, see)", () => {
  it("shows the hashes of bodies of files that brought entries", async () => {
    await bookFiles();
    const seen: string[] = [];
    await eachFileBody(test.store, (hash) => seen.push(hash));
    expect(seen).toEqual(["a"]);
  });
});
