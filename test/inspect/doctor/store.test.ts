import {utimesSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {examineStore} from "../../../loaders/inspect/doctor/store.js";
import {publish} from "../../../loaders/snapshot/publish.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {openStore} from "../../../loaders/store/open.js";
import {enterPlace, type LoadingPlace} from "../../helpers/loading.js";
import {makeStore, recorded, type TestStore} from "../../helpers/store.js";
import {holdFile} from "../../helpers/stores/holder.js";

let place: LoadingPlace;
let test: TestStore;
let snapshotPath: string;

beforeEach(async () => {
  place = enterPlace();
  process.chdir(join(import.meta.dirname, "..", "..")); // for the recorded bodies
  test = await makeStore();
  snapshotPath = join(test.folder, "feeds.snapshot.duckdb");
});

afterEach(() => {
  test.remove();
  place.leave();
});

const run = (sql: string) => test.store.connection.run(sql);

// Closes the store, as another process is to open it.
async function examine() {
  test.store.close();
  const findings = await examineStore({...place.settings(), storePath: test.path, snapshotPath});
  test.store = await openStore(test.path).catch(() => test.store); // but where its version was altered
  return Object.fromEntries(findings.map(({what, ok, text}) => [what, [ok, text]]));
}

describe("examineStore(settings)", () => {
  it.each([
    ["lost", "DELETE FROM feed_updates WHERE priceFeedId = 1", "1 torn"],
    ["doubled", "INSERT INTO feed_updates SELECT * FROM feed_updates WHERE priceFeedId = 1", "1 torn"],
    ["doubled in place of another", "UPDATE feed_updates SET entryIndex = 0 WHERE entryIndex = 2", "1 misplaced"],
    ["of the place of a reject", "UPDATE rejected_entries SET entryIndex = 1", "1 misplaced"],
    ["of no response", "DELETE FROM responses WHERE rejected = 0", "1 strays"],
    ["of no load", "DELETE FROM loads", "2 orphans"],
    [
      "of another response, which has one less",
      "UPDATE feed_updates SET responseId = (SELECT responseId FROM responses WHERE rejected > 0) WHERE priceFeedId = 1",
      "2 torn"
    ]
  ])("reports a row that is %s", async (_what, damage, told) => {
    await test.book(recorded, '{"parsed":{"priceFeeds":[null,{"priceFeedId":77}]}}');
    await run(damage);
    const text = `the books do not balance (${told}): restore a backup, or load into another store`;
    expect((await examine()).store).toEqual([false, expect.stringContaining(text)]);
  });

  it("reports a snapshot that is missing, damaged, or older than the store", async () => {
    await test.book(recorded);
    expect((await examine()).snapshot).toEqual([false, `none at ${snapshotPath}: run feedbook publish to write it`]);
    await publish(test.store, snapshotPath);
    expect((await examine()).snapshot?.[0]).toBe(true);
    utimesSync(snapshotPath, 1, 1);
    expect((await examine()).snapshot).toEqual([
      false,
      expect.stringMatching(/older than the store's last change: run feedbook publish/)
    ]);
    await startLoad(test.store, "watch", false, {hold: false});
    expect((await examine()).snapshot).toEqual([true, expect.stringContaining("the running load writes it anew")]);
    writeFileSync(snapshotPath, "no database".repeat(1000));
    expect((await examine()).snapshot).toEqual([
      false,
      expect.stringContaining("cannot be read: run feedbook publish to write")
    ]);
  });

  it("accepts a store that a load is using, and says that it was not checked", async () => {
    test.store.close();
    const holder = await holdFile(test.path);
    const findings = await examineStore({...place.settings(), storePath: test.path, snapshotPath});
    await holder.release();
    expect(findings).toMatchObject([
      {
        what: "store",
        ok: true,
        text: expect.stringMatching(/^not checked, as a load is using it: .*in use by another process/)
      },
      {what: "snapshot"},
      {what: "disk"}
    ]);
    await test.reopen();
  });
});
