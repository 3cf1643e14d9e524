// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import type {Meta} from "../../src/duckdb/sql/opening.js";
import {droppedNote, freshness, loadHint, thinNote} from "../../src/inputs/notes.js";
import {readPick} from "../../src/inputs/pick.js";
import {texts} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const at = "2026-05-12T14:00:00Z";

describe("thinNote(meta)", () => {
  const note = (firstPublishedAt: string | null, lastPublishedAt: string | null, feeds: number[] | null = null) => {
    const {element, show} = thinNote({firstPublishedAt, lastPublishedAt} as Meta);
    show({feeds});
    return [element.hidden, element.textContent];
  };

  it.each([
    [at, [1, 112], " --feeds 1,112"],
    ["2026-05-12T13:59:59Z", null, ""]
  ])("says that there is less than a minute, from %s, and names what loads a day of %j", (from, feeds, named) => {
    const command = `npm run -s feedbook -- load history --from now-1d --every 5m${named}`;
    const said = `The store holds less than a minute: nothing is known over time yet. Run ${command} to load a day.`;
    expect(note(from, at, feeds)).toEqual([false, said]);
  });

  it("is hidden where it has more, or nothing", () => {
    expect([note("2026-05-12T13:59:00Z", at)[0], note(null, null)[0]]).toEqual([true, true]);
  });
});

it.each([
  ["2026-05-12T13:00:00Z", "5m", [1, 112], " --feeds 1,112", "2026-05-11T13:00:00Z"],
  ["2026-05-12T13:00:00Z", "1s", null, "", "2026-05-12T12:55:00Z"],
  ["2026-05-12T13:00:00Z", "1d", [1], " --feeds 1", "2024-05-12T12:54:00Z"]
])(
  "loadHint(picked) names the command that loads the time until %s, every %s, of %j",
  (until, every, feeds, named, from) => {
    const command = `npm run -s feedbook -- load history\n--from ${from}\n--to ${until}\n--every ${every}${named}`;
    expect(loadHint({feeds, from, until})).toBe(`to load them:\n${command}`);
  }
);

function shown(search: string, of = opening): [boolean | string, string | null] {
  const {element, show} = droppedNote(of, "prices");
  show(readPick(of, Object.fromEntries(new URLSearchParams(search))));
  return [element.hidden, element.textContent];
}

describe("droppedNote(opening, missing)", () => {
  it.each([
    ["feed=999999", "Feed 999999 is not in the store: showing Crypto.BTC/USD"],
    ["feed=112", "FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.BTC/USD"],
    ["feed=10", "Feed 10 has no prices: showing Crypto.BTC/USD"],
    ["feed=<b>", "“<b>” is no feed id: showing Crypto.BTC/USD"],
    ["zoom=<b>&range=6h", "The zoom “<b>” is no span of time: showing 6h"],
    [
      "feed=10&range=x&zoom=y&step=0",
      "Feed 10 has no prices; the range “x” is none of 1h, 6h, 24h, 7d, all; the zoom “y” is no span of time; the step “0” does not fit: showing Crypto.BTC/USD, 24h, a resolution of 6 min"
    ],
    [
      "feeds=2,7,112",
      "Feed 7 is not in the store; FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.ETH/USD"
    ]
  ])("says what of %s it does not show, why, and what it shows in its place", (search, text) => {
    expect(shown(search)).toEqual([false, text]);
  });

  it("says which feeds it does not compare", () => {
    const comparing = {...opening, pick: {...opening.pick, compared: []}};
    expect(shown("with=1", comparing)).toEqual([false, "Feed 1 would be compared with itself: showing no other feed"]);
    expect(shown("with=2,404", comparing)[1]).toBe("Feed 404 is not in the store: showing Crypto.ETH/USD");
  });

  it("is hidden where all is shown", () => expect(shown("feed=2&range=1h&step=5")).toEqual([true, ""]));
});

const {meta} = opening;
const now = () => Date.UTC(2026, 4, 12, 17, 5);
const told = (rest: Partial<Meta>) => texts(freshness({...meta, updates: 9000, ...rest}, now), "p");
const until = "Up to 2026-05-12 14:00:00 UTC, 3 h 5 min ago by your clock";

it.each([
  [0, []],
  [1200, ["1,200 updates are dated before 2000 or in the future, and left out"]],
  [9000, ["Every update is dated before 2000 or in the future"]]
])("freshness(meta, now) says how old the data is, and how much has a date that cannot be: %d", (misdated, notes) => {
  expect(told({misdated})).toEqual([until, ...notes]);
});
