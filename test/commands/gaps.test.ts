import {describe, expect, it} from "vitest";
import {type FillOptions, fillCommands} from "../../loaders/commands/gaps.js";
import type {Gap} from "../../loaders/inspect/gaps.js";

const at = (time: string) => Date.parse(`2026-05-12T${time}Z`) * 1000;
const minute = 60_000_000;

const gap: Gap = {
  priceFeedId: 1,
  symbol: "Crypto.BTC/USD",
  kind: "not asked",
  asked: false,
  fromUs: at("13:06:00"),
  toUs: at("13:09:00"),
  stepUs: minute,
  seconds: 240
};

const commandOf = (part: Partial<Gap>, options: Partial<FillOptions> = {}) =>
  [...fillCommands([{...gap, ...part}], {finestUs: 200_000, ...options}).values()][0];

const load = "npm run -s feedbook -- load history --from 2026-05-12T13:06:00Z --to 2026-05-12T13:09:00Z";

describe("fillCommands(gaps, options)", () => {
  it.each<[string, Partial<Gap>, string]>([
    ["the feed's step", {}, `${load} --every 1m --feeds 1`],
    ["again where there was nothing", {asked: true}, `${load} --every 1m --feeds 1 --retry-missing`],
    ["a step finer than the channel's", {stepUs: 30_000}, `${load} --every 200ms --feeds 1`],
    ["a step between two of the channel's", {stepUs: 1_300_000}, `${load} --every 1200ms --feeds 1`],
    ["no step that is known: one that meets both ends", {stepUs: null}, `${load} --every 1m --feeds 1`],
    [
      "no step that is known, ends between seconds",
      {stepUs: null, toUs: at("13:09:00.250")},
      `${load.replace("13:09:00Z", "13:09:00.250Z")} --every 200ms --feeds 1`
    ],
    [
      "a range that is shorter than the step and meets none of its multiples",
      {fromUs: at("13:06:10"), toUs: at("13:06:50")},
      `${load.replace("13:09:00Z", "13:06:50Z")} --every 1m --feeds 1`
    ]
  ])("asks with %s", (_what, part, command) => expect(commandOf(part)).toBe(command));

  it.each([
    ["data/real.duckdb", " --store data/real.duckdb"],
    ["my data/it's.duckdb", " --store 'my data/it'\\''s.duckdb'"],
    [undefined, ""]
  ])("names the store %s as a shell reads it", (store, end) =>
    expect(commandOf({}, {store})).toBe(`${load} --every 1m --feeds 1${end}`)
  );

  it("fills gaps of one kind at the same instants by one command, and others by their own", () => {
    const [same, asked] = [
      {...gap, priceFeedId: 2},
      {...gap, priceFeedId: 3, asked: true}
    ];
    const commands = fillCommands([gap, same, asked, {...gap}], {finestUs: 200_000});
    expect([...commands.values()]).toEqual([
      `${load} --every 1m --feeds 1,2`,
      `${load} --every 1m --feeds 1,2`,
      `${load} --every 1m --feeds 1,2`,
      `${load} --every 1m --feeds 3 --retry-missing`
    ]);
    expect(commands.get(asked)).toMatch(/--retry-missing$/);
  });
});
