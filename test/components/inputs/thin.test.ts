// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {loadHint, thinNote} from "../../../src/components/inputs/thin.js";
import type {Meta} from "../../../src/lib/opening.js";

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
