import {describe, expect, it} from "vitest";
import {loadSchema} from "../../loaders/config/loads.js";

describe("loadSchema", () => {
  it.each([
    [{command: "latest"}, true],
    [{command: "history", from: "now-7d", every: "5m"}, true],
    [{command: "history", from: "2026-05-12", to: "2026-05-13T12:00:00+02:00", every: "200ms"}, true],
    [{command: "file", paths: ["a.json"]}, true],
    [{command: "history", from: "now-7d"}, false],
    [{command: "history", from: "yesterday", every: "5m"}, false],
    [{command: "history", from: "now-7d", every: "5"}, false],
    [{command: "history", from: "now-7d", every: "0s"}, false],
    [{command: "file", paths: ["a.json"], simulated: true}, true],
    [{command: "file", paths: ["a.json"], simulated: "yes"}, false],
    [{command: "latest", simulated: true}, false],
    [{command: "file", paths: []}, false],
    [{command: "file", paths: [" "]}, false],
    [{command: "latest", every: "5m"}, false],
    [{command: "watch", every: "1s"}, false],
    ["latest", false]
  ])("of %j: %s", (value, taken) => expect(loadSchema.safeParse(value).success).toBe(taken));

  it("goes on to now where a history names no end", () =>
    expect(loadSchema.parse({command: "history", from: "now-7d", every: "5m"})).toMatchObject({to: "now"}));
});
