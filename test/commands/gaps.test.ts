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
  afterUs: at("13:05:00"),
  beforeUs: at("13:10:00"),
  stepUs: minute,
  seconds: 240
};

const commandOf = (part: Partial<Gap>, options: Partial<FillOptions> = {}) =>
  [...fillCommands([{...gap, ...part}], {finestUs: 200_000, ...options}).values()][0];

const load = "npm run -s feedbook -- load history --from 2026-05-12T13:06:00Z --to 2026-05-12T13:09:00Z";
const whole = load.replace("13:06:00Z", "13:05:01Z").replace("13:09:00Z", "13:09:59Z");
const fine = load.replace("13:06:00Z", "13:05:00.200Z").replace("13:09:00Z", "13:09:59.800Z");

describe("fillCommands(gaps, options)", () => {
  it.each<[string, Partial<Gap>, string]>([
    ["the feed's step", {}, `${load} --every 1m --feeds 1`],
    ["again where there was nothing", {asked: true}, `${load} --every 1m --feeds 1 --retry-missing`],
    ["a step finer than the channel's", {stepUs: 30_000}, `${fine} --every 200ms --feeds 1`],
    ["whole seconds of a step between two of the channel's", {stepUs: 1_300_000}, `${whole} --every 1s --feeds 1`],
    [
      "whole minutes of a step on whose multiples the feed has no update",
      {stepUs: 65_400_000},
      `${load} --every 1m --feeds 1`
    ],
    [
      "an uncommon step on whose multiples the feed has its updates",
      {
        stepUs: 7 * minute,
        fromUs: at("13:14:00"),
        toUs: at("13:21:00"),
        afterUs: at("13:07:00"),
        beforeUs: at("13:28:00")
      },
      "npm run -s feedbook -- load history --from 2026-05-12T13:14:00Z --to 2026-05-12T13:21:00Z --every 7m --feeds 1"
    ],
    [
      "all multiples between updates that are on none",
      {fromUs: at("13:06:50"), toUs: at("13:08:30"), afterUs: at("13:05:50"), beforeUs: at("13:09:30")},
      `${load} --every 1m --feeds 1`
    ],
    [
      "a step that meets both ends, where the feed's step does not and nothing was there",
      {
        asked: true,
        fromUs: at("13:06:30"),
        toUs: at("13:06:30"),
        afterUs: at("13:06:30") - 1,
        beforeUs: at("13:06:30") + 1
      },
      "npm run -s feedbook -- load history --from 2026-05-12T13:06:30Z --to 2026-05-12T13:06:30Z --every 1s --feeds 1 --retry-missing"
    ],
    [
      "no step that is known: one that meets both ends",
      {stepUs: null, asked: true},
      `${load} --every 1m --feeds 1 --retry-missing`
    ]
  ])("asks with %s", (_what, part, command) => expect(commandOf(part)).toBe(command));

  it("has none for a gap in which the channel has no instant", () =>
    expect(
      commandOf(
        {fromUs: at("13:06:00.4"), toUs: at("13:06:00.6"), afterUs: at("13:06:00.2"), beforeUs: at("13:06:00.8")},
        {finestUs: 1_000_000}
      )
    ).toBe(undefined));

  it("fills by commands of their own what begins or ends elsewhere", () => {
    const late = {...gap, priceFeedId: 2, beforeUs: at("13:10:30")};
    expect(fillCommands([gap, late], {finestUs: 200_000}).get(late)).toBe(
      `${load.replace("13:09:00Z", "13:10:00Z")} --every 1m --feeds 2`
    );
  });

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
