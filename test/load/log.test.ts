import {describe, expect, it} from "vitest";
import {type Log, silent, withSubject} from "../../loaders/load/log.js";

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

describe("silent", () => {
  it("tells nobody, and gives nothing", () => {
    expect([silent.note("a"), silent.warn("b"), silent.step(1, 2, "c"), silent.done()]).toEqual(
      Array(4).fill(undefined)
    );
  });
});
