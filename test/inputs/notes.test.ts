// @vitest-environment jsdom
import {expect, it} from "vitest";
import {droppedNote, emptyState, gapSpans, loadHint} from "../../src/inputs/notes.js";
import {readPick} from "../../src/inputs/pick.js";
import {opening} from "../duckdb/sql/opening.js";

const command = "npm run -s feedbook -- load history";

it.each([
  ["2026-05-12T13:00:00Z", "5m", [1, 112], " --feeds 1,112", "2026-05-11T13:00:00Z"],
  ["2026-05-12T00:00:00Z", "1d", [1], " --feeds 1", "2024-05-12T00:00:00Z"]
])("loadHint(picked) loads the time until %s every %s", (until, every, feeds, named, from) => {
  const lines = ["to load them:", command, `--from ${from}`, `--to ${until}`, `--every ${every}${named}`];
  expect(loadHint({feeds, from, until})).toBe(lines.join("\n"));
});

const comparing = {...opening, pick: {...opening.pick, compared: []}};
const drawing = {...opening, pick: {...opening.pick, draw: "line"}};
it.each([
  ["feed=999999", opening, "Feed 999999 is not in the store"],
  ["feed=<b>", opening, "“<b>” is not a feed id"],
  [
    "feed=10&range=x&step=0",
    opening,
    "Feed 10 has no prices; the range “x” is none of 1h, 6h, 24h, 7d, all; the step “0” does not fit"
  ],
  ["step=7", opening, "The step “7” is finer than 2 min, the finest here"],
  ["tz=mars", opening, "The time zone “mars” is none of utc, local, new-york"],
  ["draw=candles&candle=abc&step=300", drawing, "The candle “abc” does not fit"],
  ["with=1", comparing, "The compared feed “1” does not fit"],
  ["feed=2&range=1h&step=5", opening, ""]
])("droppedNote(opening, missing) explains %s", (search, given, text) => {
  const {element, show} = droppedNote(given, "prices");
  show(readPick(given, Object.fromEntries(new URLSearchParams(search))));
  expect([element.hidden, element.textContent]).toEqual([text === "", text]);
});

it("gapSpans(rows, pick) has the length of each gap, and the command that loads it unless nothing is there", () => {
  const row = {
    startedAt: "2026-05-12T10:00:00Z",
    resumedAt: "2026-05-12T14:20:00Z",
    seconds: 15_600,
    stepSeconds: 120,
    reason: "not asked"
  };
  const [gap, none] = gapSpans([row, {...row, reason: "nothing there"}], {feeds: [7]});
  expect(gap?.text).toBe("gap of 4 h 20 min, not asked");
  const command = "load history --from 2026-05-12T10:00:00Z --to 2026-05-12T14:18:00Z --every 2m --feeds 7";
  expect(gap?.command).toBe(`npm run -s feedbook -- ${command}`);
  expect(gapSpans([{...row, stepSeconds: null}], {feeds: [0]})[0]?.command).toMatch(/14:19:00Z --every 1m$/);
  expect(none).not.toHaveProperty("command");
});

it("emptyState(missing, updates) advises a load only while updates are missing", () => {
  expect(emptyState("prices").textContent).toContain("npm run load");
  expect(emptyState("prices", 6000).textContent).toBe("No prices in the storeNone of its 6,000 updates has prices.");
});
