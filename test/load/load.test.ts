import {describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {eachPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {holdFile} from "../helpers/stores/holder.js";
import {reply} from "../service/loopback.js";

const place = eachPlace();

const loads = () => place.records("SELECT command, status, error, rows, sandbox FROM loads ORDER BY startedAt");

async function published(): Promise<unknown> {
  const {rows} = await querySnapshot(place.settings().snapshotPath, "SELECT count(*) FROM prices");
  return rows[0]?.[0];
}

async function addOne({client, books}: Load): Promise<void> {
  await books.add(await client().latestPrice({ids: [1]}));
}

const addOneThen = (end: (load: Load) => unknown) => async (load: Load) => {
  await addOne(load);
  await end(load);
};

const fail = () => {
  throw new Error("the third request failed");
};

describe("runLoad(settings, command, work, options)", () => {
  it("books a load of the embedded sandbox, publishes it, and ends the sandbox", async () => {
    let sandbox: string | null = null;
    const work = addOneThen(({settings}) => {
      sandbox = settings.baseUrl;
    });
    const report = await place.load(work, {command: "latest", publishes: true});
    expect(report).toMatchObject({command: "latest", responses: 1, rows: 1, simulated: true, interrupted: false});
    expect(report.seconds).toBeGreaterThan(0);
    expect(place.notes).toEqual([`sandbox: simulated feeds at ${sandbox}, as no FEEDBOOK_BASE_URL is set`]);
    expect(await loads()).toEqual([{command: "latest", status: "done", error: null, rows: 1, sandbox: true}]);
    expect(await published()).toBe(1);
    await expect(fetch(`${sandbox}/v1/symbols`)).rejects.toThrow("fetch failed");
  });

  it("keeps and publishes the received rows when the work throws, and rethrows", async () => {
    await expect(place.load(addOneThen(fail), {publishes: true})).rejects.toThrow(/^the third request failed$/);
    expect(await loads()).toMatchObject([{status: "failed", error: "the third request failed", rows: 1}]);
    expect(await published()).toBe(1);
  });

  it("keeps the received rows when it is interrupted, publishes or reports that it did not, and resolves", async () => {
    const controller = new AbortController();
    const work = addOneThen(({signal}) => {
      controller.abort();
      signal.throwIfAborted();
    });
    const report = await place.load(work, {signal: controller.signal, publishes: true});
    expect(report).toMatchObject({interrupted: true, rows: 1});
    expect(await loads()).toMatchObject([{status: "interrupted", error: null, rows: 1}]);
    expect(place.left.length > 0 || (await published()) === 1).toBe(true); // a second is not always enough
  });

  it("books a load with problems as failed, with the first five, and resolves", async () => {
    const {url} = await serveFeeds({answer: () => reply(200, "<html>")});
    const work = async (load: Load) => {
      for (const _ of "123456") await addOne(load);
    };
    const report = await place.load(work, {baseUrl: url});
    expect(report).toMatchObject({responses: 6, entries: 0, problems: {length: 6}});
    const [{status, error}] = (await loads()) as [{status: string; error: string}];
    expect(status).toBe("failed");
    expect(error.split("; latest_price: body is no JSON")).toHaveLength(5);
  });

  it("holds the store until it ends, even when the work throws", async () => {
    const {storePath} = place.settings();
    const working = async () => {
      await expect(holdFile(storePath)).rejects.toThrow(/Could not set lock/);
      fail();
    };
    await expect(place.load(working)).rejects.toThrow(/^the third/);
    await (await holdFile(storePath)).release();
  });

  it("offline, has no service and starts no sandbox", async () => {
    await expect(place.load(addOne, {online: false})).rejects.toThrow("no service to ask: this load is offline");
    expect(place.notes).toEqual([]);
  });
});
