import {stripVTControlCharacters} from "node:util";
import {afterEach, describe, expect, it, vi} from "vitest";
import {terminalLog} from "../../loaders/commands/terminal.js";
import {testHost} from "../helpers/host.js";

afterEach(() => void vi.restoreAllMocks());

describe("terminalLog({stderr, colors}, {quiet})", () => {
  it("writes plain lines without a terminal, and a step every five seconds", () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const host = testHost();
    const log = terminalLog(host);
    log.note("first\nsecond\u001b[2J\n");
    log.warn("bad\nthing");
    for (let done = 1; done <= 12; done++) {
      now += 1000;
      log.step(done, 12, "requests");
    }
    log.step(12, 12, "requests");
    now += 5000;
    log.step(7, 0, "responses");
    expect(host.err().split("\n")).toEqual([
      ...["first", "second\\u001b[2J", "warning: bad\\u000athing"],
      ...["5 of 12 requests", "10 of 12 requests", "12 of 12 requests", "7 responses", ""]
    ]);
  });

  it("shows a bar on a terminal, clears it before a line, and ends it", () => {
    const host = testHost({terminal: 80});
    const log = terminalLog(host);
    log.note("before");
    log.step(1, 0, "response, 50 rows");
    log.done();
    log.step(2, 12, "requests");
    log.warn("in between");
    log.done();
    log.note("after");
    expect(host.err()).toContain("\r\u001b[K");
    const lines = stripVTControlCharacters(host.err()).split(/[\n\r]+/);
    const shown = lines.map((line) => line.replace(/^\W*/, "").trim()).filter(Boolean);
    expect([...new Set(shown)]).toEqual([
      ...["before", "1 response, 50 rows", "2 of 12 requests", "warning: in between", "after"]
    ]);
  });
});
