import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it, vi} from "vitest";
import {silent} from "../../../loaders/load/report.js";
import {eventReporter} from "../../../loaders/load/watch/events.js";
import {derive} from "../../../loaders/sql/derive.js";
import {eachStore} from "../../helpers/each-store.js";
import {body, midnight, quote} from "../../store/midnight.js";

const test = eachStore();

/** Books an update at a second, so many seconds old, and reports. */
async function at(second: number, age: number, report: () => Promise<void>): Promise<void> {
  const feedUpdateTimestamp = midnight + (second - age) * 1e6;
  await test.book(body(second, {...quote(10_000, {feedUpdateTimestamp}), marketSession: "regular"}));
  await derive((work) => work(test.store));
  await report();
}

function reporter(options: Parameters<typeof eventReporter>[1] = {}) {
  const lines: string[] = [];
  const log = {
    ...silent,
    warn: (text: string) => void lines.push(`warning: ${text}`),
    note: (text: string) => void lines.push(text)
  };
  const report = eventReporter(
    {withStore: (work) => work(test.store), log} as Parameters<typeof eventReporter>[0],
    options
  );
  return {lines, report};
}

describe("eventReporter(load, {command})", () => {
  it("reports an event as it opens and as it closes, once each", async () => {
    vi.setSystemTime(midnight / 1000 + 60_000);
    const {lines, report} = reporter();
    await at(1, 0, report);
    await at(2, 100, report);
    await at(3, 101, report);
    await at(4, 0, report);
    await report();
    vi.useRealTimers();
    expect(lines).toEqual([
      "warning: event began at 2026-03-08T00:00:02Z: critical stale: feed 1, 100 s, limit 60 s",
      "event ended at 2026-03-08T00:00:04Z: critical stale: feed 1, 101 s, limit 60 s"
    ]);
  });

  it.each([
    ["that does not end, which it ends", process.execPath, /failed: .* ended with no answer in 300 ms$/],
    ["that does not exist", "no-such-program-here", /failed: .*ENOENT/]
  ])("warns of a program %s", async (_, program, warning) => {
    const file = join(test.folder, "on-event.cjs");
    writeFileSync(file, "setInterval(() => {}, 1000)");
    const {lines, report} = reporter({command: `${program} ${file}`, longestMs: 300});
    await at(2, 100, report);
    expect(lines[1]).toMatch(warning);
  });
});
