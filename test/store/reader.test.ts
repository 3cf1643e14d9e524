import {existsSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {InterruptedError} from "../../loaders/database/interrupt.js";
import {queryRecords} from "../../loaders/database/query.js";
import {readStore} from "../../loaders/store/reader.js";
import {holdFile} from "../helpers/holder.js";
import {endless, makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
  await test.book(recorded);
  test.store.close();
});

afterEach(async () => {
  await test.reopen();
  test.remove();
});

describe("readStore(path, work, {signal})", () => {
  it("gives what the work reads, and leaves the store free, also if it throws", async () => {
    const count = readStore(test.path, ({connection}) => queryRecords(connection, "SELECT count(*) AS n FROM prices"));
    expect(await count).toEqual([{n: 3}]);
    const failing = readStore(test.path, async () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow(/^no$/);
    await (await holdFile(test.path)).release();
  });

  it("breaks off what is asked once its signal is aborted, and leaves the store free", async () => {
    const signal = AbortSignal.timeout(200);
    const reading = readStore(test.path, ({connection}) => queryRecords(connection, endless), {signal});
    await expect(reading).rejects.toThrow(InterruptedError);
    await (await holdFile(test.path)).release();
  });

  it("refuses to write", async () => {
    await expect(readStore(test.path, ({connection}) => connection.run("DELETE FROM loads"))).rejects.toThrow(
      /read-only/
    );
  });

  it("waits a second for a store in use, and no longer", async () => {
    const holder = await holdFile(test.path);
    const started = performance.now();
    const refused = readStore(test.path, async () => "read").catch((error: unknown) => String(error));
    expect(await refused).toMatch(/is in use by another process/);
    expect(performance.now() - started).toBeLessThan(4000);
    setTimeout(() => void holder.release(), 200);
    expect(await readStore(test.path, async () => "read")).toBe("read");
  });

  it("makes no store where there is none", async () => {
    const path = join(test.folder, "deep", "none.duckdb");
    await expect(readStore(path, async () => {})).rejects.toThrow(`no store at ${path}: run a load first`);
    expect(existsSync(join(test.folder, "deep"))).toBe(false);
  });
});
