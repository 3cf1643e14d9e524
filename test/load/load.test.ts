import {existsSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {enterPlace, type LoadingPlace, token} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {holdFile} from "../helpers/stores/holder.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const loads = () => place.records("SELECT command, status, error, rows, sandbox FROM loads ORDER BY startedAt");

async function published(): Promise<unknown> {
  const {rows} = await querySnapshot(place.settings().snapshotPath, "SELECT count(*) FROM prices");
  return rows[0]?.[0];
}

async function addOne({client, books}: Load): Promise<void> {
  await books.add(await client().latestPrice({ids: [1]}));
}

describe("runLoad(settings, command, work, options)", () => {
  it("books a load of the embedded sandbox, publishes it, and ends the sandbox", async () => {
    let sandbox: string | null = null;
    const report = await place.load(
      async (load) => {
        sandbox = load.settings.baseUrl;
        await addOne(load);
      },
      {command: "latest", publishes: true}
    );
    expect(report).toMatchObject({command: "latest", responses: 1, rows: 1, simulated: true, interrupted: false});
    expect(report.seconds).toBeGreaterThan(0);
    expect(place.notes).toEqual([`sandbox: simulated feeds at ${sandbox}, as no FEEDBOOK_BASE_URL is set`]);
    expect(await loads()).toEqual([{command: "latest", status: "done", error: null, rows: 1, sandbox: true}]);
    expect(await published()).toBe(1);
    await expect(fetch(`${sandbox}/v1/symbols`)).rejects.toThrow("fetch failed");
  });

  it("keeps and publishes what was good if the work throws, books why, and throws it on", async () => {
    const failure = new Error("the third request failed");
    const failing = place.load(
      async (load) => {
        await addOne(load);
        throw failure;
      },
      {publishes: true}
    );
    await expect(failing).rejects.toBe(failure);
    expect(await loads()).toMatchObject([{status: "failed", error: "the third request failed", rows: 1}]);
    expect(await published()).toBe(1);
  });

  it("keeps what was good if it is interrupted, publishes it or says that it is not, and does not fail", async () => {
    const controller = new AbortController();
    const report = await place.load(
      async (load) => {
        await addOne(load);
        controller.abort();
        load.signal.throwIfAborted();
      },
      {signal: controller.signal, publishes: true}
    );
    expect(report).toMatchObject({interrupted: true, rows: 1});
    expect(await loads()).toMatchObject([{status: "interrupted", error: null, rows: 1}]);
    expect(place.left.length > 0 || (await published()) === 1).toBe(true); // a second is not always enough
  });

  it("fails with a failure that comes with an interruption, and books it", async () => {
    const controller = new AbortController();
    const failing = async (load: Load) => {
      await addOne(load);
      controller.abort();
      throw new Error("the disk failed");
    };
    await expect(place.load(failing, {signal: controller.signal})).rejects.toThrow("the disk failed");
    expect(await loads()).toMatchObject([{status: "failed", error: "the disk failed", rows: 1}]);
  });

  it("fails if what was good can not be kept", async () => {
    const {url} = await serveFeeds();
    await place.load(addOne);
    await expect(place.load(addOne, {baseUrl: url})).rejects.toThrow(
      /holds simulated rows, and this load would add real/
    );
    expect(await loads()).toMatchObject([
      {status: "done"},
      {status: "failed", error: expect.stringMatching(/^store .* holds simulated rows/), rows: 0, sandbox: false}
    ]);
  });

  it("tells the first failure, where keeping what was good fails too", async () => {
    const {url} = await serveFeeds();
    await place.load(addOne);
    const failing = async (load: Load) => {
      await addOne(load);
      throw new Error("first");
    };
    await expect(place.load(failing, {baseUrl: url})).rejects.toThrow(/^first$/);
    expect((await loads())[1]).toMatchObject({status: "failed", error: "first"});
  });

  it("warns if it cannot publish, with what was good kept", async () => {
    mkdirSync(join(place.settings().snapshotPath, "in the way"), {recursive: true});
    expect(await place.load(addOne, {publishes: true})).toMatchObject({rows: 1, snapshot: null});
    expect(place.warnings).toEqual([
      expect.stringMatching(/^not published: .*feeds\.snapshot\.duckdb.*feedbook publish/)
    ]);
    const failing = async (load: Load) => {
      await addOne(load);
      throw new Error("first");
    };
    await expect(place.load(failing, {publishes: true})).rejects.toThrow(/^first$/);
    expect(await loads()).toMatchObject([
      {status: "done", rows: 1},
      {status: "failed", error: "first", rows: 1}
    ]);
  });

  it("books a load with problems as failed, with the first five of them, and does not throw", async () => {
    const {url} = await serveFeeds({answer: () => reply(200, "<html>")});
    const report = await place.load(
      async (load) => {
        for (const _ of "123456") await addOne(load);
      },
      {baseUrl: url}
    );
    expect(report).toMatchObject({responses: 6, entries: 0, problems: {length: 6}});
    const [{status, error}] = (await loads()) as [{status: string; error: string}];
    expect(status).toBe("failed");
    expect(error.split("; latest_price: body is no JSON")).toHaveLength(5);
  });

  it("publishes nothing where nothing came", async () => {
    await place.load(async () => {}, {publishes: true});
    expect(await loads()).toMatchObject([{status: "done", rows: 0}]);
    expect(existsSync(place.settings().snapshotPath)).toBe(false);
  });

  it("lets no token that the service echoes into the store", async () => {
    const echo = JSON.stringify({
      parsed: {priceFeeds: [{priceFeedId: 1, note: token, price: `Bearer ${token}`}, {token}]}
    });
    const {url} = await serveFeeds({answer: () => reply(200, echo)});
    await place.load(addOne, {baseUrl: url, config: {store: {keepBodies: true}}});
    expect(await place.records("SELECT extra FROM feed_updates")).toEqual([{extra: '{"note":"[token]"}'}]);
    expect(await place.records("SELECT value FROM coercions")).toEqual([{value: '"Bearer [token]"'}]);
    expect(await place.records("SELECT entry FROM rejected_entries")).toEqual([{entry: '{"token":"[token]"}'}]);
  });

  it("holds the store until it ends, and then no longer, also if the work throws", async () => {
    const {storePath} = place.settings();
    const working = async () => {
      await expect(holdFile(storePath)).rejects.toThrow(/Could not set lock/);
      throw new Error("enough");
    };
    await expect(place.load(working)).rejects.toThrow(/^enough$/);
    await (await holdFile(storePath)).release();
  });

  it("holds the store only while it commits, if told to", async () => {
    const {storePath} = place.settings();
    await place.load(
      async (load) => {
        await addOne(load);
        await (await holdFile(storePath)).release();
        await load.books.flush();
        await (await holdFile(storePath)).release();
      },
      {hold: false}
    );
    expect(await loads()).toMatchObject([{status: "done", rows: 1}]);
  });

  it("refuses to mix, where another load came between while it did not hold the store", async () => {
    const {url} = await serveFeeds();
    const working = async (load: Load) => {
      await addOne(load);
      await place.load(addOne, {command: "simulated"});
    };
    const mixing = place.load(working, {baseUrl: url, hold: false, command: "real"});
    await expect(mixing).rejects.toThrow(/holds simulated rows, and this load would add real ones/);
    expect(await loads()).toMatchObject([
      {command: "real", status: "failed", rows: 0},
      {command: "simulated", status: "done", rows: 1}
    ]);
  });

  it("has no service to ask, and runs no sandbox, if it is offline", async () => {
    const asking = place.load(addOne, {online: false});
    await expect(asking).rejects.toThrow("no service to ask: this load is offline");
    expect(place.notes).toEqual([]);
  });

  it("asks on the channel it is told, with one client for each", async () => {
    const {url, asked} = await serveFeeds();
    await place.load(
      async ({client, books}) => {
        expect(client()).toBe(client("fixed_rate@200ms"));
        expect(client()).not.toBe(client("real_time"));
        await books.add(await client("real_time").latestPrice({ids: [1]}));
        await books.add(await client().latestPrice({ids: [1]}));
      },
      {baseUrl: url}
    );
    expect(asked.map(({channel}) => channel)).toEqual(["real_time", "fixed_rate@200ms"]);
  });
});
