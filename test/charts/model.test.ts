import {describe, expect, it} from "vitest";
import {moved, pinched, scaled} from "../../src/charts/model.js";

const full = [0, 1000] as const;

it.each([
  ["later", [200, 400], 100, [300, 500]],
  ["earlier", [200, 400], -100, [100, 300]],
  ["not beyond the end", [200, 400], 900, [800, 1000]],
  ["not beyond the start", [200, 400], -Infinity, [0, 200]],
  ["not at all where it is the whole", [0, 1000], 50, [0, 1000]],
  ["back inside, from outside", [1100, 1200], 0, [900, 1000]]
] as const)("moved(range, by, full) %s", (_, range, by, expected) => expect(moved(range, by, full)).toEqual(expected));

it.each([
  ["stays inside the whole", [0, 1000], 0.5, 250, [125, 625]],
  ["is the whole at most", [200, 400], 100, 250, [0, 1000]],
  ["begins with what the whole has of it", [-3000, 400], 0.5, -1300, [0, 200]],
  ["ends so", [900, 3000], 2, 1950, [800, 1000]]
] as const)("scaled(range, factor, around, full) %s", (_, range, factor, around, expected) =>
  expect(scaled(range, factor, around, full)).toEqual(expected)
);

describe("pinched(range, from, to, full)", () => {
  it.each([
    ["apart: closer", [400, 600], [300, 700], [250, 750]],
    ["together: further, at most the whole", [300, 700], [400, 600], [0, 1000]],
    ["onto one another: nothing", [400, 600], [500, 500], [0, 1000]]
  ] as const)("%s", (_, from, to, expected) => {
    expect(pinched(full, from, to, full)).toEqual(expected);
  });

  it("takes a zoomed picture along with both fingers", () => {
    expect(pinched([200, 400], [250, 350], [260, 360], full)).toEqual([190, 390]);
    expect(pinched([200, 400], [250, 350], [950, 1050], full)).toEqual([0, 200]);
  });
});
