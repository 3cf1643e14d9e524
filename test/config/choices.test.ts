import {describe, expect, it} from "vitest";
import {channelStepUs, channels, properties, timestampUnits, timeUnits} from "../../loaders/config/choices.js";
import {columns} from "../../loaders/rows/columns.js";

describe("channels", () => {
  it("go from the fastest to the slowest, each on the grid of those before it", () => {
    const steps = channels.map((channel) => channelStepUs[channel] ?? 1);
    for (const [i, step] of steps.slice(1).entries()) {
      expect(step).toBeGreaterThan(steps[i] ?? 0);
      expect(step % (steps[i] ?? 0)).toBe(0);
    }
  });

  it("say their step in their names", () => {
    for (const channel of channels.slice(1))
      expect(channel).toBe(`fixed_rate@${(channelStepUs[channel] ?? 0) / 1000}ms`);
    expect(channelStepUs.real_time).toBeNull();
  });
});

describe("properties", () => {
  it("are all columns of the row but the id, which always comes", () => {
    const names = columns.map(({name}) => name).filter((name) => name !== "priceFeedId");
    expect([...properties].sort()).toEqual(names.sort());
  });
});

describe("timestampUnits", () => {
  it("are the units of time, or found out", () => expect(timestampUnits).toEqual(["auto", ...timeUnits]));
});
