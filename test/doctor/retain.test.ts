import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {examineStore} from "../../loaders/doctor/store.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";

let place: LoadingPlace;
beforeEach(() => {
  place = enterPlace();
});
afterEach(() => place.leave());

describe("examineStore(settings) with retain", () => {
  it.each([
    ["data/feeds.duckdb", true, /^loads drop updates that are older than 90d$/],
    ["duckdb:data/all.duckdb", true, /^loads drop/],
    [
      "duckdb:data/all.duckdb#other",
      false,
      /#other cannot drop old updates, as others may share its database: keep them, /
    ]
  ])("tells whether a store at %s can drop old updates", async (storePath, ok, text) => {
    const settings = place.settings({config: {retain: {rows: "90d"}}});
    const findings = await examineStore({...settings, storePath});
    const found = {what: "retain", ok, text: expect.stringMatching(text)};
    expect(findings.filter(({what}) => what === "retain")).toEqual([found]);
  });
});
