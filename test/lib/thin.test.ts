// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import type {Meta} from "../../src/lib/opening.js";
import {thinNote} from "../../src/lib/thin.js";

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
