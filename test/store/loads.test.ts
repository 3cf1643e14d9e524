import {hostname} from "node:os";
import {describe, expect, it} from "vitest";
import {storeStatus} from "../../loaders/inspect/status.js";
import {bookResponses} from "../../loaders/store/book.js";
import {ownMark} from "../../loaders/store/database/files.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {eachStore} from "../helpers/each-store.js";
import {booking, recorded} from "../helpers/store.js";

const test = eachStore();

describe("startLoad(store, command, sandbox)", () => {
  it("refuses to mix real and simulated rows; a load without rows is neither", async () => {
    await finishLoad(test.store, await startLoad(test.store, "latest", true), "failed", "no answer");
    await test.book(recorded);
    await expect(startLoad(test.store, "latest", true)).rejects.toThrow(
      /holds real rows, and this load would add simulated ones/
    );
    expect(await test.records("SELECT status, error FROM loads ORDER BY startedAt")).toEqual([
      {status: "failed", error: "no answer"},
      {status: "done", error: null}
    ]);
  });
});

const loads = () => test.records("SELECT status, rows, rejected, error, finishedAt FROM loads");

const interrupted = {status: "interrupted", error: expect.stringMatching(/^ended without finishing/)};

const broken = '{"parsed":{"priceFeeds":[null]}}';

// Books a load that opens the store for each commit, as if a process with this mark ran it.
async function watchOf(mark: object): Promise<void> {
  const loadId = await startLoad(test.store, "watch", false, {hold: false});
  const {pid, birth, hostname} = {...ownMark(), ...mark};
  await test.store.connection.run("UPDATE running_loads SET pid = $pid, birth = $birth, hostname = $hostname", {
    pid,
    birth,
    hostname
  });
  await bookResponses(test.store, [booking(loadId, recorded)]);
}

describe("bookResponses(store, bookings)", () => {
  it("counts rows and rejects of a running load", async () => {
    const loadId = await startLoad(test.store, "latest", false);
    await bookResponses(test.store, [booking(loadId, recorded), booking(loadId, broken)]);
    expect(await loads()).toMatchObject([{status: "running", rows: 3, rejected: 1}]);
    await bookResponses(test.store, [booking(loadId, recorded)]);
    expect(await loads()).toMatchObject([{status: "running", rows: 6, rejected: 1}]);
    await finishLoad(test.store, loadId, "done");
    expect(await loads()).toMatchObject([{status: "done", rows: 6, rejected: 1}]);
  });
});

describe("openStore(path)", () => {
  it("books the end of a load that held the store, as its process has ended", async () => {
    const loadId = await startLoad(test.store, "latest", false);
    await bookResponses(test.store, [booking(loadId, recorded)]);
    expect(await storeStatus(test.store)).toMatchObject({unfinished: 1, loads: [interrupted]});
    await test.reopen();
    expect(await loads()).toMatchObject([{...interrupted, rows: 3, finishedAt: "2026-05-12T14:00:00Z"}]);
    expect(await storeStatus(test.store)).toMatchObject({unfinished: 0, loads: [interrupted]});
  });

  it.each<[string, object, "running" | "interrupted"]>([
    ["runs", {}, "running"],
    ["has ended", {pid: 2 ** 31 - 1}, "interrupted"]
  ])("books the end of a watch unless its process runs: it %s", async (_what, mark, status) => {
    await watchOf(mark);
    await test.reopen();
    expect(await loads()).toMatchObject([{status, rows: 3}]);
    const held = await test.records("SELECT count(*) AS n FROM running_loads");
    expect(held).toEqual([{n: status === "running" ? 1 : 0}]);
  });

  it("takes a watch of another host for running until it was silent for two days", async () => {
    await watchOf({hostname: `not-${hostname()}`});
    await test.store.connection.run("UPDATE responses SET receivedAt = now()::TIMESTAMP - INTERVAL 47 HOUR");
    await test.reopen();
    expect(await loads()).toMatchObject([{status: "running"}]);
    await test.store.connection.run("UPDATE responses SET receivedAt = now()::TIMESTAMP - INTERVAL 49 HOUR");
    await test.reopen();
    expect(await loads()).toMatchObject([interrupted]);
  });
});
