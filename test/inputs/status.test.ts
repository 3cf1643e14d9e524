// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {showStatus} from "../../src/inputs/status.js";
import {find, texts} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const {meta} = opening; // up to 14:00
const at =
  (hour: number, minute = 0, day = 12) =>
  () =>
    Date.UTC(2026, 4, day, hour, minute);

describe("showStatus(meta, now)", () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<header id="observablehq-header"><details class="fb-age"><summary></summary><div></div></details></header>';
  });
  const shown = () => {
    const chip = find(document, ".fb-age");
    return [texts(chip, "summary > *").join(" "), chip.dataset.tone ?? "", ...texts(chip, "p")];
  };
  const full = "Data up to 2026-05-12 14:00:00 UTC";

  it.each([
    [at(14, 50), "14:00 UTC 50 min", "", `${full}, 50 min ago by your clock`],
    [at(17, 5), "14:00 UTC 3 h", "warn", `${full}, 3 h 5 min ago by your clock`],
    [at(15, 0, 14), "2026-05-12 2 d", "warn", `${full}, 2 d 1 h ago by your clock`]
  ])("has the time and the age, and marks data that is over an hour old: %#", (now, ...expected) => {
    showStatus(meta, now);
    expect(shown()).toEqual(expected);
  });

  it.each([
    [{misdated: 1200}, ["1,200 updates are dated before 2000 or in the future, and left out."]],
    [{misdated: 9000}, ["Every update is dated before 2000 or in the future."]],
    [
      {firstPublishedAt: "2026-05-12T13:59:30Z"},
      [expect.stringMatching(/^The store holds less than a minute.* Run npm run -s feedbook -- load history --from /)]
    ]
  ])("warns of %j", (given, notes) => {
    showStatus({...meta, updates: 9000, ...given}, at(14, 1));
    expect(shown().slice(1)).toEqual(["warn", expect.stringContaining(full), ...notes]);
  });

  it("has nothing for an empty store", () => {
    showStatus(meta, at(15));
    showStatus({...meta, lastPublishedAt: null}, at(15));
    expect([shown()[0], find(document, ".fb-age").classList.contains("fb-known")]).toEqual(["", false]);
  });
});
