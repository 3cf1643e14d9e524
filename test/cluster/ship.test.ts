import {setTimeout} from "node:timers/promises";
import {describe, expect, it} from "vitest";
import {bodyAt} from "../helpers/store.js";
import {machine, noon} from "./machines.js";

const {cluster, run, runWith, start, emptyStore, write, path, alter, difference} = machine();

const tables = ["feed_updates", "responses", "rejected_entries", "coercions", "loads", "feeds"];
const inserted = (name: string) => cluster().inserts.filter(({table}) => table === name);
const count = async (from: string) => Number((await cluster().records(`SELECT count(*) AS n FROM ${from}`))[0]?.n);

async function expectAlike(): Promise<void> {
  for (const table of tables) expect([table, await difference(table)]).toEqual([table, 0]);
}

describe("feedbook ship", () => {
  it("brings every row of the store with its exact values", async () => {
    const {exitCode, stdout} = await run("ship");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`shipped 8 updates of 4 responses to ${cluster().url} in `);
    await expectAlike();
    const faults = "SELECT priceFeedId AS feed, kind, faults, settled, misplaced FROM feed_faults ORDER BY ALL";
    expect(await cluster().records(`SELECT * FROM (${faults}) WHERE kind = 'missing'`)).toEqual([
      {feed: 9, kind: "missing", faults: 1, settled: true, misplaced: false}
    ]);
    expect(await count("feed_faults WHERE kind = 'coerced' AND priceFeedId = 2")).toBe(4);
  });

  it("sends each day and its due hours apart, the oldest first, and a response after its rows", async () => {
    await run("ship");
    for (const [table, time] of [
      ["feed_updates", "publishedAt"],
      ["due_hours", "hour"]
    ] as const) {
      const days = inserted(table).map(({path}) =>
        cluster().records(`SELECT DISTINCT day(${time})::INTEGER AS day FROM '${path}'`)
      );
      expect(await Promise.all(days)).toEqual([[{day: 11}], [{day: 12}], [{day: 13}]]);
    }
    const order = cluster().inserts.map(({table}) => table);
    expect(order.lastIndexOf("feed_updates")).toBeLessThan(order.lastIndexOf("responses"));
  });

  it("has bars and quality of the new hours made again once their rows are there", async () => {
    await run("ship");
    const due = "SELECT priceFeedId AS feed, day(hour)::INTEGER AS day FROM due_hours ORDER BY ALL";
    const feeds = [1, 2].flatMap((feed) => [11, 12, 13].map((day) => ({feed, day})));
    expect(await cluster().records(due)).toEqual([...feeds, {feed: 9, day: 13}]);
    const made = cluster()
      .statements.slice(-5)
      .map((sql) => /^INSERT INTO \w+|rescaled_hours/.exec(sql)?.[0]);
    const kept = ["kept_bars", "kept_bars", "kept_bars", "kept_hours"];
    expect(made).toEqual(["due_hours", ...kept].map((table) => `INSERT INTO ${table}`));
  });

  it("leaves an hour due that another shipment notes while the cluster makes it", async () => {
    const again = "INSERT INTO unkept_hours SELECT priceFeedId, hour FROM unkept_hours WHERE priceFeedId = 9";
    let days = 0;
    cluster().fail(/^INSERT INTO kept_hours/, async () => ++days === 3 && (await alter(again)), 3);
    expect(JSON.parse((await run("ship", "--json")).stdout)).toMatchObject({hours: 7});
    expect(JSON.parse((await run("ship", "--json")).stdout)).toMatchObject({responses: 0, hours: 1});
    expect(JSON.parse((await run("ship", "--json")).stdout)).toMatchObject({hours: 0});
  });

  it("sends nothing twice", async () => {
    await run("ship");
    const first = cluster().inserts.length;
    expect((await run("ship")).stdout).toBe(`${cluster().url} has all rows of the store`);
    expect(
      cluster()
        .inserts.slice(first)
        .map(({table}) => table)
    ).toEqual(["feeds", "loads"]);
    write("late.json", bodyAt(noon(12) + 9, {priceFeedId: 1, price: 2, exponent: 0}));
    expect(await run("load", "file", "late.json", "--quiet")).toMatchObject({exitCode: 0, stderr: ""});
    expect(JSON.parse((await run("ship", "--json")).stdout)).toMatchObject({updates: 1, responses: 1, hours: 1});
    expect(await difference("feed_updates")).toBe(0);
  });

  it.each<["dies" | "forgets", string]>([
    ["dies", "rejected_entries"],
    ["forgets", "responses"]
  ])("sends the rest under the same tokens after the server %s at %s", async (fault, table) => {
    cluster().fail(RegExp(`^INSERT INTO ${table}`), fault);
    const {exitCode, stdout, stderr} = await run("ship", "--quiet");
    expect({exitCode, stdout}).toEqual({exitCode: 1, stdout: ""});
    expect(stderr).toMatch(/^feedbook: no answer of the ClickHouse server at http:\S+: socket hang up: see [^\n]+$/);
    const first = inserted("feed_updates").map(({token}) => token);
    expect((await run("ship")).exitCode).toBe(0);
    const all = inserted("feed_updates").map(({token}) => token);
    expect(all.slice(first.length, 2 * first.length)).toEqual(first);
    expect(new Set(all).size).toBe(3);
    await expectAlike();
  });

  it("sends the rest after an interruption during a slow answer", async () => {
    const controller = new AbortController();
    cluster().fail(/^INSERT INTO feed_updates/, async () => {
      controller.abort();
      await setTimeout(100);
    });
    const {exitCode, stderr} = await runWith({signal: controller.signal}, "ship", "--quiet");
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringMatching(/^feedbook: interrupted[^\n]*$/)});
    expect((await run("ship")).exitCode).toBe(0);
    expect(await difference("feed_updates")).toBe(0);
  });

  it("lets another process load while the cluster receives", async () => {
    write("more.json", bodyAt(noon(14), {priceFeedId: 1, price: 3}));
    const loaded: unknown[] = [];
    cluster().fail(/^INSERT INTO responses/, async () => {
      const {exitCode, stderr} = await start("load", "file", "more.json", "--quiet");
      loaded.push({exitCode, stderr});
    });
    expect((await run("ship")).exitCode).toBe(0);
    expect(loaded).toEqual([{exitCode: 0, stderr: ""}]);
    expect(await difference("feed_updates")).toBe(0);
  });
});

describe("feedbook ship --again", () => {
  it("sends all rows once more, and the cluster has each once", async () => {
    await run("ship");
    const {stdout} = await run("ship", "--again", "--json");
    expect(JSON.parse(stdout)).toMatchObject({updates: 8, responses: 4});
    expect(new Set(inserted("feed_updates").map(({token}) => token)).size).toBe(6);
    await expectAlike();
  });

  it("is needed for another cluster", async () => {
    await run("ship");
    const env = {FEEDBOOK_CLICKHOUSE_URL: cluster().url.replace("default", "other")};
    expect(await runWith({env}, "ship")).toEqual({
      ...{exitCode: 2, stdout: ""},
      stderr: `feedbook: this store is shipped to ${cluster().url}: --again ships all of it to ${env.FEEDBOOK_CLICKHOUSE_URL} instead`
    });
    expect(await runWith({env}, "ship", "--again")).toMatchObject({exitCode: 0});
  });
});

describe("feedbook ship of several machines", () => {
  it("brings the responses of both where both loaded the same file", async () => {
    await run("ship");
    const second = ["--store", path("second.duckdb"), "--quiet"];
    await emptyStore("second.duckdb");
    await run("load", "file", "days.ndjson", ...second);
    expect(await run("ship", ...second)).toMatchObject({exitCode: 0});
    expect(await count("feed_updates")).toBe(16);
    expect(await count("(SELECT DISTINCT priceFeedId, publishedAt FROM feed_updates)")).toBe(8);
    expect(await run("ship", "--verify")).toMatchObject({exitCode: 0});
    expect(await run("ship", "--verify", ...second)).toMatchObject({exitCode: 0});
  });

  it("sends nothing where one has simulated rows and the other real ones", async () => {
    await run("ship");
    const first = cluster().inserts.length;
    await alter("UPDATE loads SET sandbox = true");
    expect(await run("ship", "--again", "--quiet")).toEqual({
      ...{exitCode: 2, stdout: ""},
      stderr: `feedbook: the ClickHouse server at ${cluster().url} has real rows, and the store simulated ones: they are never mixed; name another database`
    });
    expect(cluster().inserts.length).toBe(first);
  });
});
