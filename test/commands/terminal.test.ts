import {stripVTControlCharacters} from "node:util";
import {afterEach, describe, expect, it, vi} from "vitest";
import {terminalLog} from "../../loaders/commands/terminal.js";
import {testHost} from "../helpers/host.js";

afterEach(() => void vi.restoreAllMocks());

describe("terminalLog({stderr, colors}, {quiet})", () => {
  it("writes plain lines where there is no terminal, without control characters", () => {
    const host = testHost();
    const log = terminalLog(host);
    log.note("first\nsecond\u001b[2J\n");
    log.warn("bad\nthing");
    expect(host.err()).toBe("first\nsecond\\u001b[2J\nwarning: bad\\u000athing\n");
  });

  it("tells a step every five seconds, and the last one", () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const host = testHost();
    const log = terminalLog(host);
    for (let done = 1; done <= 12; done++) {
      now += 1000;
      log.step(done, 12, "requests");
    }
    log.step(12, 12, "requests");
    expect(host.err()).toBe("5 of 12 requests\n10 of 12 requests\n12 of 12 requests\n");
    now += 5000;
    log.step(7, 0, "responses");
    expect(host.err()).toMatch(/\n7 responses\n$/);
  });

  it("tells under quiet only what went wrong", () => {
    const host = testHost({terminal: 80});
    const log = terminalLog(host, {quiet: true});
    log.note("a note");
    log.step(1, 1, "files");
    log.warn("a warning");
    log.done();
    expect(host.err()).toBe("warning: a warning\n");
  });

  it("counts on a terminal from the first step, without a time to go while that is unknown", () => {
    const host = testHost({terminal: 80});
    const log = terminalLog(host);
    log.step(1, 0, "response, 50 rows");
    log.done();
    for (let i = 0; i < 3; i++) log.step(2, 12, "requests");
    log.done();
    const shown = stripVTControlCharacters(host.err())
      .trim()
      .split(/[\n\r]+/);
    expect(new Set(shown.map((line) => line.replace(/^\W*/, "").trim()))).toEqual(
      new Set(["1 response, 50 rows", "2 of 12 requests"])
    );
  });

  it("clears the bar of a terminal before a line, and ends it", () => {
    const host = testHost({terminal: 80});
    const log = terminalLog(host);
    log.note("before");
    log.step(1, 10, "requests");
    log.warn("in between");
    log.done();
    log.note("after");
    const lines = stripVTControlCharacters(host.err()).split("\n");
    expect(lines[0]).toBe("before");
    expect(host.err()).toContain("\r\u001b[K");
    expect(lines.some((line) => line.endsWith("warning: in between"))).toBe(true);
    expect(lines.at(-2)).toMatch(/after$/);
  });
});
