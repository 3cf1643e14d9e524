// @vitest-environment jsdom
import {expect, it} from "vitest";
import {unkept} from "../../../src/url/state.js";
import {
  chosenEvent,
  eventChart,
  eventFacts,
  eventTable,
  marksOf,
  valuesQuery
} from "../../../src/views/events/events.js";
import {find, texts} from "../../charts/kit.js";

const last = "2026-05-12T14:00:00Z";
const open = {
  ...{
    eventId: "spread/1/7",
    rule: "<i>tight",
    kind: "spread",
    severity: "critical",
    priceFeedId: 1n,
    symbol: "Crypto.BTC/USD"
  },
  ...{startedAt: "2026-05-12T13:00:00Z", endedAt: null, worst: 3.25, limit: 1, unit: "bps", windowSeconds: 60},
  publishedAt: new Date(Date.UTC(2026, 4, 12, 13, 0, 0, 5)) as Date | null
};
const over = {
  ...open,
  eventId: "gap/2/8",
  rule: "gap",
  kind: "gap",
  priceFeedId: 2,
  endedAt: "2026-05-12T13:30:00Z",
  publishedAt: null
};
const events = [open, over];

it("eventTable() shows each event with a link to its chart, and names as text", () => {
  const tableOf = (rows: typeof events) =>
    eventTable(rows, {sorted: unkept({sort: ""}), found: unkept({search: "", rows: ""})});
  const table = tableOf(events);
  expect(find(table, "a").getAttribute("href")).toBe("./events?event=spread%2F1%2F7");
  expect(texts(table, "a")).toEqual(["<i>tight", "gap"]);
  expect(table.textContent).toMatch(/critical.*open.*3\.25 bps.*1\.00 bps.*30 min/s);
});

it("chosenEvent() finds the event of the address, or else the first", () => {
  expect([chosenEvent(events, "gap/2/8"), chosenEvent(events, "none"), chosenEvent([], "x")]).toEqual([
    over,
    open,
    null
  ]);
});

it("valuesQuery() asks for the rule's values around an event, and for updates of a gap", () => {
  expect(valuesQuery(open, last)).toBe(`SELECT publishedAt, value FROM spread_values()
WHERE priceFeedId = 1
  AND publishedAt BETWEEN '2026-05-12T12:00:00Z' AND '2026-05-12T15:00:00Z'
ORDER BY publishedAt`);
  expect(valuesQuery(over, last)).toMatch(/FROM bars_1m\).*BETWEEN '2026-05-12T12:30:00Z' AND '2026-05-12T14:00:00Z'/s);
  expect(valuesQuery({...open, kind: "stalled"}, last)).toContain("FROM stalled_values(windowSeconds := 60)");
  expect(valuesQuery({...open, kind: "x'; DROP"}, last)).not.toContain("DROP");
});

it("marksOf() marks an event up to its end, with the command that shows the update that began it, and splits", () => {
  const split = {...open, kind: "split", rule: "", worst: 25};
  const {spans, notes} = marksOf([open, over, split], {last, feeds: [1]});
  const command = "npm run -s feedbook -- show --feed";
  expect([...spans]).toMatchObject([
    {until: last, text: "<i>tight, worst 3.25 bps, open", command: `${command} 1 --at 2026-05-12T13:00:00.005Z`},
    {until: over.endedAt, command: `${command} 2 --at 2026-05-12T13:00:00Z`}
  ]);
  expect([...notes]).toEqual([{at: open.startedAt, text: "split, 25 for 1"}]);
  const [named] = marksOf([open], {last, feeds: [1, 2]}).spans;
  expect(named?.text).toBe("BTC/USD <i>tight, worst 3.25 bps, open");
});

it("eventFacts() and eventChart() say what an event is, and that there is none", () => {
  expect(eventFacts(open).textContent).toMatch(
    /critical, open since 2026-05-12 13:00:00 UTC: worst 3.25 bps, limit 1\.00 bps\./
  );
  const drawn = (event: Parameters<typeof eventFacts>[0] & object) =>
    texts(eventChart([{publishedAt: new Date(open.startedAt), value: 2}], event, last), "text");
  expect(drawn(open)).toContain("limit 1.00 bps");
  expect(drawn(over).filter((text) => /limit|updates/.test(text))).toEqual(["updates a minute"]);
  expect(eventFacts(null).textContent).toContain("No feed breaks a rule, and none did.");
});
