import {describe, expect, it} from "vitest";
import {shareOut} from "../../loaders/snapshot/rooms.js";

describe("shareOut(room, asking)", () => {
  it.each([
    [
      "all what they need, where that fits",
      [
        {need: 70, share: 1},
        {need: 30, share: 9}
      ],
      [70, 30]
    ],
    [
      "each its share, where nobody needs less",
      [
        {need: 500, share: 1},
        {need: 500, share: 3}
      ],
      [25, 75]
    ],
    [
      "what one does not need to the others",
      [
        {need: 10, share: 5},
        {need: 500, share: 1}
      ],
      [10, 90]
    ],
    [
      "what is there at least before the shares",
      [
        {need: 500, least: 60, share: 1},
        {need: 500, share: 1}
      ],
      [60, 40]
    ],
    [
      "no more than the need, however large the least",
      [
        {need: 30, least: 60, share: 1},
        {need: 500, share: 1}
      ],
      [30, 70]
    ],
    [
      "little to a small share, but all that is over",
      [
        {need: 500, share: 0.01},
        {need: 40, share: 2}
      ],
      [60, 40]
    ],
    ["nothing to nobody", [], []]
  ])("gives %s", (_, asking, rooms) => {
    const given = shareOut(100, asking);
    expect(given).toHaveLength(rooms.length);
    for (const [i, room] of given.entries()) expect(Math.abs(room - Number(rooms[i]))).toBeLessThan(4); // in steps
    expect(given.reduce((sum, room) => sum + room, 0)).toBeLessThanOrEqual(100);
  });

  it("gives nothing where there is no room", () => {
    expect(shareOut(0, [{need: 70, share: 1}])).toEqual([0]);
  });
});
