import {describe, expect, it} from "vitest";
import {useMany, usePage} from "../helpers/site/site.js";
import {drawn} from "../helpers/site/view.js";
import {casesOf} from "../helpers/soak.js";
import {spike} from "../helpers/stores/spike.js";

const picture = "figure.fb-chart .fb-body > svg";
const {show} = usePage(useMany(), {ready: picture});

const zoom = (hours: number) =>
  [-1, 1].map((sign) => new Date(Date.parse(spike.at) + sign * hours * 1.8e6).toJSON()).join("..");
const views = ["", "&range=all", `&zoom=${zoom(4)}`];
const shown = {
  "prices?feed=3001": "highest 250",
  "spreads?feed=3001": "highest 400 bps",
  "funding?feeds=3112,3113": "highest 5.000000 %"
};
const all = Object.entries(shown).flatMap(([path, text]) =>
  [1280, 390].flatMap((width) => views.map((view) => ({path, text, width, view})))
);
// Each page in two views, one at each width.
const cases = casesOf(
  all.filter((_, i) => [0, 5, 7, 9, 14, 15].includes(i)),
  all.filter((_, i) => ![0, 5, 7, 9, 14, 15].includes(i))
);

describe("a chart of 100 000 updates", () => {
  it.each(cases)("of /$path, at $width px, shows the one that stands out: $view", async ({path, text, width, view}) => {
    const page = await show(`${path}${view}`, {width, height: 844});
    await expect.poll(() => page.locator(picture).first().getAttribute("aria-label")).toContain(text);
    await expect.poll(() => drawn(page).then(({points, pixels}) => points - 4 * pixels)).toBeLessThanOrEqual(8);
    expect((await drawn(page)).points).toBeGreaterThan(10);
  });
});
