import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {range} from "d3-array";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {updateOf} from "../helpers/service.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {type Compared, compare} from "./ledger.js";

const start = Date.UTC(2026, 4, 12, 14);
const at = (seconds: number) => start + 1000 * seconds;
const spans = [
  {kind: "killed", since: at(0), until: at(10)},
  {kind: "ended", since: at(11), until: at(20)},
  {kind: "429", since: at(3), until: at(4)}
];

let store: TestStore;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-ledger-"));
  store = await makeStore();
});

afterEach(() => {
  store.remove();
  rmSync(folder, {recursive: true});
});

// A batch of one feed a second was answered at each of these seconds, and is kept as often as `kept` names its second.
async function compared(answered: readonly number[], kept: readonly number[]): Promise<Compared> {
  const served = join(folder, "served.csv");
  writeFileSync(served, answered.map((second) => `${at(second) + 7},${at(second)},1\n`).join(""));
  const about = {endpoint: "latest_price", request: {priceFeedIds: [1]}};
  await store.book(...kept.map((second) => ({...about, text: updateOf([1], at(second) * 1000)})));
  return await compare(store.store, {served, everyMs: 1000, spans});
}

const seconds = range(1, 20).filter((second) => second !== 4 && second !== 11); // refused at one, none asked at the other
const saved = seconds.filter((second) => second !== 9 && second !== 10); // the kill took what was not committed

describe("compare(store, ledger)", () => {
  it("tells what a kill took, and at which faults instants were missed", async () => {
    expect(await compared(seconds, saved)).toEqual({
      ...{wanted: 19, kept: 15, lost: 0, lostAt: 0, doubled: 0, unsavedMs: 1993},
      missed: {kills: 3, "429": 1},
      lag: [
        {median: 7, most: 7},
        {median: 7, most: 7}
      ]
    });
  });

  it.each([5, 15, 19])(
    "finds an answer lost that is missing before a later one, or where nobody was killed: at second %d",
    async (second) => {
      expect(
        await compared(
          seconds,
          saved.filter((kept) => kept !== second)
        )
      ).toMatchObject({lost: 1});
    }
  );

  it("finds an answer doubled that is kept more often than it was given", async () => {
    expect(await compared([...seconds, 6], [...saved, 5, 6])).toMatchObject({lost: 0, doubled: 1});
  });
});
