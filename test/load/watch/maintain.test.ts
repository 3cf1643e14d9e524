import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type Watching, watch} from "../../../loaders/load/watch/watch.js";
import {enterPlace, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

// Watches a service whose entries change from phase to phase, each until `told` says so many things.
async function watching(phases: {entry: object; told: number}[], more: Partial<Watching> = {}) {
  const controller = new AbortController();
  const answer = ({priceFeedIds = []}: {priceFeedIds?: number[]}) => {
    while (phases.length > 1 && place.warnings.length >= (phases[0]?.told ?? 0)) phases.shift();
    if (phases.length === 1 && place.warnings.length >= (phases[0]?.told ?? 0)) controller.abort();
    const priceFeeds = priceFeedIds.map((priceFeedId) => ({priceFeedId, ...phases[0]?.entry}));
    return reply(200, JSON.stringify({parsed: {timestampUs: `${Date.now() * 1000}`, priceFeeds}}));
  };
  const {url} = await serveFeeds({answer, catalogue});
  const never = Number.POSITIVE_INFINITY;
  const config = {feeds: {ids: [1, 2]}, service: {channel: "fixed_rate@50ms", retries: 0} as const};
  return place.load(
    (load) => watch(load, {every: 50, length: never, publishEvery: never, newFieldsEvery: 100, ...more}),
    {baseUrl: url, config, command: "watch", hold: false, signal: controller.signal}
  );
}

const catalogue = [1, 2].map((id) => ({pyth_lazer_id: id, symbol: `Test.${id}`, state: "stable"}));
const price = {price: "100", exponent: -2, confidence: 3};

describe("maintain(load, maintenance)", () => {
  it("tells of new fields and kinds while a watch runs, once, and books them", {timeout: 120_000}, async () => {
    const report = await watching([
      {entry: {...price, venue: "x"}, told: 1},
      {entry: {...price, venue: "x", depth: 5}, told: 2},
      {entry: {...price, venue: 7, depth: 5}, told: 3}
    ]);
    const told = [
      "latest_price sends a field never seen before: venue (text), as for feed 1",
      "latest_price sends a field never seen before: depth (number), as for feed 1",
      "latest_price sends venue as number or text; it was text"
    ];
    expect(place.warnings).toEqual(told);
    expect(report.drift).toHaveLength(3);
    expect(await place.records("SELECT field, change FROM drift")).toEqual([
      {field: "venue", change: "new"},
      {field: "depth", change: "new"},
      {field: "venue", change: "kind"}
    ]);
  });

  it("tells of fields that stopped coming, and of their return, while a watch runs", {timeout: 120_000}, async () => {
    const {confidence, ...without} = price;
    await watching(
      [
        {entry: {...price, venue: "x"}, told: 1},
        {entry: {...without, venue: "x"}, told: 2},
        {entry: {...price, venue: "x"}, told: 3}
      ],
      {stoppedFieldsEvery: 1000}
    );
    expect(place.warnings.slice(1)).toEqual([
      "latest_price sends confidence no more: feed 1 had it",
      "latest_price sends confidence again"
    ]);
  });
});
