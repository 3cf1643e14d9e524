import {stripVTControlCharacters} from "node:util";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {terminalLog} from "../../loaders/commands/terminal.js";

let told: string;

beforeEach(() => {
  told = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("terminalLog({quiet, terminal})", () => {
  it("writes plain lines where there is no terminal, without control characters", () => {
    const log = terminalLog({terminal: false});
    log.note("first\nsecond\u001b[2J\n");
    log.warn("bad\nthing");
    expect(told).toBe("first\nsecond\\u001b[2J\nwarning: bad\\u000athing\n");
  });

  it("tells a step every five seconds, and the last one", () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const log = terminalLog({terminal: false});
    for (let done = 1; done <= 12; done++) {
      now += 1000;
      log.step(done, 12, "requests");
    }
    expect(told).toBe("5 of 12 requests\n10 of 12 requests\n12 of 12 requests\n");
    now += 5000;
    log.step(7, 0, "responses");
    expect(told).toMatch(/\n7 responses\n$/);
  });

  it("tells under quiet only what went wrong", () => {
    const log = terminalLog({quiet: true, terminal: true});
    log.note("a note");
    log.step(1, 1, "files");
    log.warn("a warning");
    log.done();
    expect(told).toBe("warning: a warning\n");
  });

  it("clears the bar of a terminal before a line, and ends it", () => {
    const log = terminalLog({terminal: true});
    log.note("before");
    log.step(1, 10, "requests");
    log.warn("in between");
    log.done();
    log.note("after");
    const lines = stripVTControlCharacters(told).split("\n");
    expect(lines[0]).toBe("before");
    expect(told).toContain("\r\u001b[K");
    expect(lines.some((line) => line.endsWith("warning: in between"))).toBe(true);
    expect(lines.at(-2)).toMatch(/after$/);
  });
});
