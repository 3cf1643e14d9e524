// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {droppedNote, emptyState, freshness, loadHint, thinNote} from "../../../src/components/inputs/notes.js";
import {readPick} from "../../../src/components/inputs/pick.js";
import type {Meta} from "../../../src/lib/opening.js";
import {opening} from "../../lib/opening.js";

const note = (firstPublishedAt: string | null, lastPublishedAt: string | null, feeds: number[] | null = [1, 112]) => {
  const {element, show} = thinNote({firstPublishedAt, lastPublishedAt} as Meta);
  show({feeds});
  return element;
};
const at = "2026-05-12T14:00:00Z";

describe("thinNote(meta)", () => {
  it.each([
    [at, [1, 112], " --feeds 1,112"],
    ["2026-05-12T13:59:01Z", [0], ""],
    ["2026-05-12T13:59:59Z", null, ""]
  ])(
    "says that there is less than a minute, from %s, and names the command that loads a day of %j",
    (from, feeds, named) => {
      const shown = note(from, at, feeds);
      expect(shown.hidden).toBe(false);
      expect(shown.textContent).toMatch(
        /^The store holds less than a minute: nothing is known over time yet\. Run npm/
      );
      expect(shown.querySelector("code")?.textContent).toBe(
        `npm run -s feedbook -- load history --from now-1d --every 5m${named}`
      );
    }
  );

  it.each([
    ["2026-05-12T13:59:00Z", at],
    [null, null]
  ])("is hidden where it has more, or nothing: %s to %s", (first, last) => expect(note(first, last).hidden).toBe(true));
});

describe("loadHint(picked)", () => {
  it.each([
    ["2026-05-12T13:00:00Z", "5m", [1, 112], " --feeds 1,112", "2026-05-11T13:00:00Z"],
    ["2026-05-12T13:00:00Z", "1s", null, "", "2026-05-12T12:55:00Z"],
    ["2026-05-12T13:00:00Z", "10s", [0], "", "2026-05-12T12:54:00Z"],
    ["2026-05-12T13:00:00Z", "1d", [1], " --feeds 1", "2024-05-12T12:54:00Z"]
  ])("names the command that loads the time until %s, every %s, of %j", (until, every, feeds, named, from) => {
    expect(loadHint({feeds, from, until})).toBe(
      `to load them:\nnpm run -s feedbook -- load history\n--from ${from}\n--to ${until}\n--every ${every}${named}`
    );
  });

  it("is none of an empty store, nor of an instant", () => {
    expect(loadHint({feeds: null, from: null, until: null})).toBeUndefined();
    expect(loadHint({feeds: [1], from: at, until: at})).toBeUndefined();
  });
});

function shown(search: string, missing = "prices"): [boolean | string, string | null] {
  const {element, show} = droppedNote(opening, missing);
  show(readPick(opening, Object.fromEntries(new URLSearchParams(search))));
  return [element.hidden, element.textContent];
}

describe("droppedNote(opening, missing)", () => {
  it.each([
    ["feed=999999", "Feed 999999 is not in the store: showing Crypto.BTC/USD"],
    ["feed=112", "FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.BTC/USD"],
    ["feed=10", "Feed 10 has no prices: showing Crypto.BTC/USD"],
    ["feed=<b>", "“<b>” is no feed id: showing Crypto.BTC/USD"],
    ["range=9y", "The range “9y” is none of 1h, 6h, 24h, 7d, all: showing 24h"],
    ["zoom=<b>&range=6h", "The zoom “<b>” is no span of time: showing 6h"],
    ["step=1e300", "The step “1e300” does not fit: showing a resolution of 1 min"],
    [
      "feed=10&range=x&zoom=y&step=0",
      "Feed 10 has no prices; the range “x” is none of 1h, 6h, 24h, 7d, all; the zoom “y” is no span of time; the step “0” does not fit: showing Crypto.BTC/USD, 24h, a resolution of 1 min"
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
    const {element, show} = droppedNote(comparing, "prices");
    const told = (state: Record<string, string>) => {
      show(readPick(comparing, state));
      return element.textContent;
    };
    expect(told({with: "1"})).toBe("Feed 1 would be compared with itself: showing no other feed");
    expect(told({with: "2,404"})).toBe("Feed 404 is not in the store: showing Crypto.ETH/USD");
  });

  it("counts what it shows in place where that is many", () => {
    const feeds = [1, 2, 3, 4].map((priceFeedId) => ({priceFeedId, symbol: `S${priceFeedId}`, group: null}));
    const many = {...opening, feeds, pick: {...opening.pick, feeds: [1, 2, 3, 4]}};
    const {element, show} = droppedNote(many, "rates");
    show(readPick(many, {feeds: "112"}));
    expect(element.textContent).toMatch(/ has no rates: showing 4 other feeds$/);
  });

  it("is hidden where all is shown", () => expect(shown("feed=2&range=1h&step=5")).toEqual([true, ""]));
});

describe("emptyState(missing)", () => {
  it("says what is missing and how to get it", () => {
    const text = emptyState("funding rates").textContent;
    expect(text).toContain("No funding rates in the store yet");
    expect(text).toContain("npm run load");
  });
});

const meta = {
  snapshotAt: "2026-05-12T14:01:00Z",
  simulated: true,
  firstPublishedAt: "2026-05-05T14:00:00Z",
  lastPublishedAt: "2026-05-12T14:00:00.123Z",
  updates: 9,
  feeds: 2,
  rejected: 0,
  coercions: 0
};
const now = () => Date.UTC(2026, 4, 12, 17, 5);

describe("freshness(meta, now)", () => {
  it("says up to when the data goes, and how old that is by the reader's clock", () => {
    const element = freshness({...meta, simulated: false}, now);
    expect(element.textContent).toBe("Up to 2026-05-12 14:00:00 UTC, 3 h 5 min ago by your clock");
  });

  it.each([
    [1, "1 update is dated before 2000 or in the future, and left out"],
    [1200, "1,200 updates are dated before 2000 or in the future, and left out"]
  ])("says how many updates have a date that cannot be: %d", (misdated, text) => {
    expect(freshness({...meta, misdated}, now).querySelector(".fb-misdated")?.textContent).toBe(text);
    expect(freshness({...meta, misdated: 0}, now).querySelector(".fb-misdated")).toBeNull();
  });

  it("says that nothing is left out where every update has such a date", () => {
    const text = freshness({...meta, misdated: 9}, now).querySelector(".fb-misdated")?.textContent;
    expect(text).toBe("Every update is dated before 2000 or in the future");
  });

  it("says nothing of the age of an empty store", () => {
    expect(freshness({...meta, simulated: null, lastPublishedAt: null}, now).textContent).toBe("");
  });
});
