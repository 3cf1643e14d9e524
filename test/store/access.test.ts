import {beforeEach, describe, expect, it} from "vitest";
import {type Access, openAccess} from "../../loaders/store/access.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {eachPlace} from "../helpers/loading.js";
import {copyEmpty} from "../helpers/store.js";

const place = eachPlace();
let controller: AbortController;

beforeEach(async () => {
  controller = new AbortController();
  await copyEmpty(place.settings().storePath);
});

const open = (hold: boolean): Promise<Access> => openAccess(place.settings(), {hold, signal: controller.signal});
const count = ({connection}: Store) => queryRecords(connection, "SELECT count(*) AS n FROM loads");

describe("openAccess(settings, {hold, signal})", () => {
  it.each([true, false])("does one piece of work at a time (hold: %j)", async (hold) => {
    const {withStore, close} = await open(hold);
    let [running, most] = [0, 0];
    const work = async (store: Store) => {
      most = Math.max(most, ++running);
      await count(store);
      running -= 1;
    };
    await Promise.all([withStore(work), withStore(work, {readOnly: true}), withStore(work)]);
    expect(most).toBe(1);
    close();
  });

  it.each([
    ["opens the store again", 'IO Error: Database "store" has been invalidated because checkpointing failed.', false],
    ["keeps the store open", "no such column", true]
  ])("%s after the error %j", async (_what, message, isKept) => {
    const {withStore, close} = await open(true);
    const stores: Store[] = [];
    const failing = withStore(async (store) => {
      stores.push(store);
      throw new Error(message);
    });
    await expect(failing).rejects.toThrow(isKept ? message : "has been invalidated");
    await withStore(async (store) => expect(store === stores[0]).toBe(isKept));
    expect(await withStore(count)).toEqual([{n: 0}]);
    close();
  });
});
