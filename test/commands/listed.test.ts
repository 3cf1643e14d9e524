import {writeFileSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadListed} from "../../loaders/commands/listed.js";
import {silent} from "../../loaders/load/report.js";
import {type TestHost, testHost} from "../helpers/host.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {casesOf} from "../helpers/soak.js";
import {copyEmpty, recorded} from "../helpers/store.js";

let place: LoadingPlace;
let host: TestHost;

beforeEach(async () => {
  place = enterPlace();
  host = testHost();
  await copyEmpty(place.settings().storePath);
  writeFileSync("good.json", recorded);
  writeFileSync("bad.json", "<html>");
  writeFileSync("rejected.json", '{"parsed":{"timestampUs":1778594100000000,"priceFeeds":[{"priceFeedId":-1}]}}');
});

afterEach(() => place.leave());

/** Runs loads of one file each, and gives the exit code. */
function load(
  names: string[],
  options: {strict?: boolean; json?: boolean; signal?: AbortSignal; simulated?: true} = {}
) {
  const {strict = false, json = false, signal = new AbortController().signal, ...more} = options;
  const loads = names.map((name) => ({command: "file" as const, paths: [`${name}.json`], ...more}));
  const settings = place.settings({config: {loads}});
  return loadListed({...host, settings, log: silent, signal, json, quiet: false}, {strict});
}

describe("loadListed(context, {strict})", () => {
  it.each(
    casesOf<[string, string[], boolean, number]>(
      [
        ["all are done", ["good", "good"], false, 0],
        ["none is listed", [], false, 0],
        ["one can not begin and entries were rejected under strict", ["none", "rejected"], true, 2]
      ],
      [
        ["one of several fails in part", ["bad", "good"], false, 1],
        ["one of several can not begin", ["good", "none", "good"], false, 2],
        ["entries were rejected", ["rejected", "good"], false, 0],
        ["entries were rejected under strict", ["good", "rejected", "good"], true, 3],
        ["one fails and entries were rejected under strict", ["bad", "rejected"], true, 1]
      ]
    )
  )("runs all that is listed, and ends with the worst: %s", async (_what, names, strict, code) => {
    expect(await load(names, {strict})).toBe(code);
    const sandboxes = await place.records("SELECT sandbox FROM loads");
    expect(sandboxes).toEqual(names.map(() => ({sandbox: false})));
    expect(host.err()).toBe(names.includes("none") ? "feedbook: no such file: none.json\n" : "");
  });

  it("marks what came from files as its load says", async () => {
    expect(await load(["good"], {simulated: true})).toBe(0);
    expect(await place.records("SELECT sandbox FROM loads")).toEqual([{sandbox: true}]);
  });
});
