import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {range} from "d3-array";
import {expect, it, onTestFinished} from "vitest";
import {updateOf} from "../helpers/service.js";
import {makeStore} from "../helpers/store.js";
import {compare} from "./ledger.js";

const at = (second: number) => Date.UTC(2026, 4, 12, 14) + 1000 * second;
const lives = [
  {killed: true, since: at(0), until: at(10)},
  {killed: false, since: at(11), until: at(20)}
];
const all = range(1, 20);
const without = (...seconds: number[]) => all.filter((second) => !seconds.includes(second));

it.each<[string, number[], object]>([
  ["counts what a kill took as missed, not as lost", without(9, 10), {wanted: 20, kept: 17, lost: 0, doubled: 0}],
  ["finds a lost answer that later ones of a killed watch follow", without(5), {lost: 1}],
  ["finds a lost last answer of a watch that ended", without(19), {lost: 1}],
  ["finds a doubled answer", [...all, 6], {lost: 0, doubled: 1}]
])("compare(store, ledger) %s", async (_what, kept, expected) => {
  const [folder, store] = [mkdtempSync(join(tmpdir(), "feedbook-ledger-")), await makeStore()];
  onTestFinished(() => {
    store.remove();
    rmSync(folder, {recursive: true});
  });
  const served = join(folder, "served.csv");
  writeFileSync(served, all.map((second) => `${at(second) + 7},${at(second)},1\n`).join(""));
  const about = {endpoint: "latest_price", request: {priceFeedIds: [1]}};
  await store.book(...kept.map((second) => ({...about, text: updateOf([1], at(second) * 1000)})));
  expect(await compare(store.store, {served, everyMs: 1000, lives})).toMatchObject(expected);
});
