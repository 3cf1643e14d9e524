import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {reportPlan} from "../../loaders/commands/load.js";
import {loadHistory, type Range} from "../../loaders/load/history.js";
import {silent} from "../../loaders/load/report.js";
import {cliFolder} from "../helpers/cli.js";
import {testHost} from "../helpers/host.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {copyEmpty} from "../helpers/store.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const config = {feeds: {ids: [1]}, service: {concurrency: 1}};
const range = (to: string, every: string): Range => ({from: "2026-05-12T13:00:00Z", to: `2026-05-12T${to}Z`, every});

async function tell(asked: Range, {json = false, loaded = false} = {}): Promise<string> {
  const {url} = await serveFeeds();
  const loading = {baseUrl: url, config};
  if (loaded) await place.load((load) => loadHistory(load, asked), loading);
  else await copyEmpty(place.settings().storePath); // without one it makes one to ask, which takes longer
  const signal = new AbortController().signal;
  const host = testHost();
  await reportPlan({...host, settings: place.settings(loading), log: silent, signal, json, quiet: false}, asked, {});
  return host.out();
}

describe("reportPlan(context, range, options)", () => {
  it.each([
    ["13:00:00", "1s", "1 s"],
    ["13:00:09", "1s", "2 s"],
    ["13:06:39", "1s", "1 min"],
    ["13:06:46", "1s", "1 min 2 s"],
    ["20:00:00", "1s", "1 h 3 min 1 s"]
  ])("tells the time up to %s every %s as %s", async (to, every, time) => {
    const [first, second] = (await tell(range(to, every))).split("\n");
    expect(first).toMatch(
      /^history would ask for (\d+) feeds? × instants in \1 requests?; \1 rows? expected, 0 already there$/
    );
    expect(second).toBe(
      `estimated time: ${time} (1 request at a time, 150 ms each assumed, as the store has no answer yet)`
    );
  });

  it("tells that nothing is left, and how long answers took", async () => {
    const text = await tell(range("13:00:01", "1s"), {loaded: true});
    expect(text).toMatch(/^history would ask for 0 feeds × instants in 0 requests; 0 rows expected, 2 already there\n/);
    expect(text).toMatch(/\nestimated time: 0 s \(1 request at a time, \d+ ms each, as past ones took\)\n$/);
  });

  it("writes it as JSON", async () => {
    expect(JSON.parse(await tell(range("13:00:09", "1s"), {json: true}))).toMatchObject({requests: 10, seconds: 1.5});
  });
});

describe("feedbook load file", () => {
  const {run, write} = cliFolder();

  it("says that a store which it made has nothing, where the file is damaged, and only then", async () => {
    write("bad.json.gz", Buffer.from("1f8b0800", "hex"));
    const load = async () => {
      const {exitCode, stderr} = await run("load", "file", "bad.json.gz", "--store", "new.duckdb");
      return [exitCode, stderr.split("\n")];
    };
    const failed = "warning: cannot read bad.json.gz: unexpected end of file";
    const told = expect.stringMatching(
      /new\.duckdb was made for this load, and has nothing but its failure: delete it/
    );
    expect(await load()).toEqual([1, [failed, told]]);
    expect(await load()).toEqual([1, [failed]]);
  });
});
