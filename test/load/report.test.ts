import {expect, it} from "vitest";
import {emptyReport, tooManyRejected} from "../../loaders/load/report.js";

const [most, none] = ["and rows.maxRejectedShare allows 5 %", "and none are allowed"];

it.each<[number, number, number, string | null]>([
  [0, 0, 0, null],
  [10, 10, 1, null],
  [1, 10, 0.1, null],
  [1, 10, 0.05, `rejected 1 of 10 entries (10 %), ${most}: see feedbook rejects`],
  [1, 3, 0, `rejected 1 of 3 entries (33.3 %), ${none}: see feedbook rejects`],
  [1, 1e6, 0, `rejected 1 of 1000000 entries (0.0001 %), ${none}: see feedbook rejects`]
])("tooManyRejected: %i of %i, at most %d: %j", (rejected, entries, mostShare, text) => {
  expect(tooManyRejected({...emptyReport("", "test"), rejected, entries}, mostShare)).toBe(text);
});
