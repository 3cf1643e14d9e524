import {mkdtempSync, rmSync, statSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {StoreVisit} from "../../loaders/doctor/snapshot.js";
import {snapshotVerdict} from "../../loaders/doctor/snapshot.js";
import {makeSnapshot} from "../helpers/snapshot.js";

let folder: string;
let path: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-snapshot-"));
  path = join(folder, "feeds.snapshot.duckdb");
  await makeSnapshot(path, {hours: 1});
});
afterAll(() => rmSync(folder, {recursive: true}));

const store: StoreVisit = {
  ...{version: 1, updates: 540, wrong: {}, running: [], ended: 0, changedAt: 0, bytesPerDay: null}
};
const changed = () => ({...store, changedAt: statSync(path).mtimeMs + 5000});

describe("snapshotVerdict(path, store, hasStore)", () => {
  it("finds none, which is well as long as there is no store", async () => {
    const none = join(folder, "none");
    expect(await snapshotVerdict(none, null, false)).toBe("none yet: it is written when a load ends");
    expect(await snapshotVerdict(none, store, true)).toEqual({
      ok: false,
      text: `none at ${none}: feedbook publish writes it`
    });
  });

  it("counts its prices, and says how old it is", async () => {
    const hour = new Date(Date.now() - 3_600_000);
    utimesSync(path, hour, hour);
    expect(await snapshotVerdict(path, store, true)).toBe(`${path}: 600 prices, 1h old`);
    expect(await snapshotVerdict(path, null, true)).toBe(`${path}: 600 prices, 1h old`);
  });

  it("tells one that is older than the store, unless a load runs", async () => {
    const running = [{command: "watch", startedAt: "", rows: 1}];
    expect(await snapshotVerdict(path, {...changed(), running}, true)).toMatch(
      /; the load that runs writes it when it/
    );
    expect(await snapshotVerdict(path, changed(), true)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/, older than the store's last change: feedbook publish writes it anew$/)
    });
  });

  it("tells a file that is no snapshot", async () => {
    const odd = join(folder, "odd");
    writeFileSync(odd, "no database".repeat(1000));
    expect(await snapshotVerdict(odd, store, true)).toEqual({
      ok: false,
      text: `${odd} cannot be read: feedbook publish writes it anew`
    });
  });
});
