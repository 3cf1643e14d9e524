import {describe, expect, it} from "vitest";
import {machine} from "./machines.js";

const {cluster, run, runWith, alter, difference} = machine();
const days = () => cluster().inserts.filter(({table}) => table === "feed_updates").length;

// One row less, one with another value, and one that the store has not.
async function spoil(): Promise<void> {
  await run("ship");
  await cluster().records("DELETE FROM feed_updates WHERE priceFeedId = 2 AND publishedAt::DATE = '2026-05-13'");
  await cluster().records(
    "UPDATE feed_updates SET price = price + 1 WHERE priceFeedId = 1 AND publishedAt::DATE = '2026-05-11'"
  );
}
const spoiled = [
  {priceFeedId: 1, day: "2026-05-11", store: 2, cluster: 2},
  {priceFeedId: 2, day: "2026-05-13", store: 1, cluster: 0}
];

describe("feedbook ship --verify", () => {
  it("ends with 0 if the cluster has every update, else with 1 and the feeds and days that differ", async () => {
    await run("ship");
    const {exitCode: code, stdout: none} = await run("ship", "--verify", "--json");
    expect({code, none: JSON.parse(none)}).toEqual({code: 0, none: {differences: []}});
    await spoil();
    const {exitCode, stdout} = await run("ship", "--verify");
    expect({exitCode, lines: stdout.split("\n").map((line) => line.trim().split(/\s+/))}).toEqual({
      exitCode: 1,
      lines: [
        ["2", "days", "of", "feeds", "differ"],
        ["priceFeedId", "day", "store", "cluster"],
        ...spoiled.map((difference) => Object.values(difference).map(String))
      ]
    });
    expect(JSON.parse((await run("ship", "--verify", "--json")).stdout)).toEqual({differences: spoiled});
  });

  it("counts only rows of the store's own loads", async () => {
    await run("ship");
    await alter("UPDATE loads SET loadId = uuid(); UPDATE responses SET loadId = (SELECT loadId FROM loads)");
    const {exitCode, stdout} = await run("ship", "--verify", "--json");
    expect({exitCode, clusters: JSON.parse(stdout).differences.map(({cluster}: {cluster: number}) => cluster)}).toEqual(
      {
        exitCode: 1,
        clusters: [0, 0, 0, 0, 0, 0]
      }
    );
    await alter("DELETE FROM feed_updates; DELETE FROM responses");
    expect(await run("ship", "--verify")).toMatchObject({exitCode: 0});
  });
});

describe("feedbook ship --verify --repair", () => {
  it("sends the days that differ once more, and no other", async () => {
    await spoil();
    const first = days();
    const {exitCode, stdout, stderr} = await run("ship", "--verify", "--repair");
    expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: "the cluster has every update of the store"});
    expect(stderr).toContain("2 days of feeds differ: shipping these days again");
    expect(days() - first).toBe(2);
    expect(await difference("feed_updates")).toBe(0);
  });

  it("sends nothing to another cluster than the store is shipped to", async () => {
    await spoil();
    const first = days();
    const env = {FEEDBOOK_CLICKHOUSE_URL: cluster().url.replace("default", "other")};
    expect(await runWith({env}, "ship", "--verify", "--repair", "--quiet")).toEqual({
      ...{exitCode: 2, stdout: ""},
      stderr: expect.stringContaining(`this store is shipped to ${cluster().url}: --again`)
    });
    expect(days()).toBe(first);
  });
});
