import {describe, expect, it} from "vitest";
import {emptyReport, type Log, tooManyRejected, withSubject} from "../../loaders/load/report.js";

describe("tooManyRejected({rejected, entries}, mostShare)", () => {
  it.each<[number, number, number, string | null]>([
    [0, 0, 0, null],
    [0, 10, 0, null],
    [1, 10, 1, null],
    [10, 10, 1, null],
    [1, 10, 0.1, null],
    [1, 10, 0.05, "rejected 1 of 10 entries (10 %), and rows.maxRejectedShare allows 5 %: see feedbook rejects"],
    [1, 3, 0, "rejected 1 of 3 entries (33.3 %), and none are allowed: see feedbook rejects"],
    [1, 1e6, 0, "rejected 1 of 1000000 entries (0.0001 %), and none are allowed: see feedbook rejects"]
  ])("%i of %i, at most %d: %j", (rejected, entries, mostShare, text) => {
    expect(tooManyRejected({...emptyReport("", "test"), rejected, entries}, mostShare)).toBe(text);
  });
});

describe("withSubject(log, subject)", () => {
  it("says of every count what it is about, and leaves the rest as it is", () => {
    const told: unknown[] = [];
    const log: Log = {
      note: (text) => told.push(["note", text]),
      warn: (text) => told.push(["warn", text]),
      step: (...count) => told.push(count),
      done: () => told.push("done")
    };
    const named = withSubject(log, "bodies.ndjson");
    named.note("a");
    named.warn("b");
    named.step(1, 2, "bodies");
    named.done();
    expect(told).toEqual([["note", "a"], ["warn", "b"], [1, 2, "bodies (bodies.ndjson)"], "done"]);
  });
});
