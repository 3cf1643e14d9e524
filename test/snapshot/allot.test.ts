import {describe, expect, it} from "vitest";
import {allot} from "../../loaders/snapshot/allot.js";

describe("allot(left, asking)", () => {
  it.each([
    [
      "its share, however little it thinks to need",
      100,
      [
        {need: 30, share: 0.4},
        {need: 500, share: 1}
      ],
      40
    ],
    [
      "more than its share, where the others leave it",
      100,
      [
        {need: 70, share: 0.4},
        {need: 20, share: 1}
      ],
      80
    ],
    [
      "its share, where the others need the rest",
      100,
      [
        {need: 70, share: 0.4},
        {need: 500, share: 1}
      ],
      40
    ],
    [
      "what the others leave, where that is more than its share",
      100,
      [
        {need: 90, share: 0.4},
        {need: 45, share: 1}
      ],
      55
    ],
    [
      "nothing, where it has no share and the others need all",
      100,
      [
        {need: 70, share: 0},
        {need: 500, share: 1}
      ],
      0
    ],
    ["all that is left, as the last one", 100, [{need: 700, share: 1}], 100],
    ["nothing, where nothing is left", -5, [{need: 7, share: 1}], 0]
  ])("gives the first one %s", (_, left, asking, room) => {
    expect(allot(left, asking)).toBe(room);
  });

  it("shares what is not kept for another, who takes no less for that", () => {
    const others = [
      {need: 500, share: 0.4},
      {need: 500, share: 1}
    ];
    expect(allot(100, others, 60)).toBe(16);
    const spare = [
      {need: 500, share: 0.4},
      {need: 30, share: 1}
    ];
    expect(allot(100, spare, 30)).toBe(70); // what is kept is part of the other's need
  });
});
