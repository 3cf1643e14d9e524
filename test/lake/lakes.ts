import {randomUUID} from "node:crypto";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readSettings} from "../../loaders/config/settings.js";
import {type Imported, importLake} from "../../loaders/lake/import.js";
import {type Lake, readLake, readWritten} from "../../loaders/lake/manifest.js";
import {type Place, placeOf} from "../../loaders/lake/place.js";
import {verifyLake} from "../../loaders/lake/verify.js";
import {type Written, writeLake} from "../../loaders/lake/write.js";
import type {Log} from "../../loaders/load/report.js";
import type {WithStore} from "../../loaders/store/access.js";
import type {TestStore} from "../helpers/store.js";

/** A folder for lakes and imported stores, and what tests do with them. */
export interface LakeTest {
  folder: string;
  /** The lake's folder, or the mirror of its bucket. */
  lake: string;
  place: Place;
  read(): Promise<Lake>;
  /** Writes a store into it; `meanwhile` is done when the store is opened for the `at`-th time, from 1 on. */
  write(test: TestStore, meanwhile?: {at: number; work: () => Promise<unknown>}): Promise<Written>;
  /** What `lake verify` says, of the lake as it is or was `found`. */
  verify(test: TestStore, found?: Lake): Promise<string[]>;
  /** Imports the lake into the store at a path, which may be one that is not there. */
  importTo(path: string): Promise<Imported>;
  remove(): void;
}

/** Says nothing. */
export const quietLog: Log = {note() {}, warn() {}, step() {}, done() {}};

/** Makes a folder for a lake, and the lake in it, or at an address. */
export async function makeLake(address?: string): Promise<LakeTest> {
  const folder = mkdtempSync(join(tmpdir(), `feedbook-lake-${randomUUID().slice(0, 8)}-`));
  const place = await placeOf(address ?? join(folder, "lake"), join(folder, "lakes"));
  const {signal} = new AbortController();
  return {
    folder,
    lake: place.folder,
    place,
    read: () => readLake(place),
    write({store}, meanwhile) {
      let opened = 0;
      const withStore: WithStore = async (work) => {
        opened += 1;
        if (opened === meanwhile?.at) await meanwhile.work();
        return work(store);
      };
      return writeLake(place, {withStore, log: quietLog, signal});
    },
    async verify({store}, found) {
      return verifyLake(found ?? (await readWritten(place)), {withStore: (work) => work(store), log: quietLog, signal});
    },
    async importTo(path) {
      const settings = await readSettings({flags: {store: path}, env: {}, cwd: folder});
      return await importLake(await readWritten(place), settings, {log: quietLog, signal});
    },
    remove: () => rmSync(folder, {recursive: true, force: true})
  };
}
