import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {loadLatest} from "../../loaders/load/questions.js";
import {driftText} from "../../loaders/load/report.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const price = {price: "100", exponent: -2, marketSession: "regular"};
const funding = {fundingRate: 5, exponent: -12};

/** Loads the latest update of a service that sends these fields for these feeds, and gives what changed. */
async function load(feeds: Record<number, object>, config: ConfigInput = {}): Promise<string[]> {
  const {url} = await serveFeeds({
    answer: ({priceFeedIds = []}) =>
      reply(200, JSON.stringify({parsed: {priceFeeds: priceFeedIds.map((id) => ({priceFeedId: id, ...feeds[id]}))}}))
  });
  const ids = Object.keys(feeds).map(Number);
  const report = await place.load(loadLatest, {baseUrl: url, config: {feeds: {ids}, ...config}});
  return report.drift.map(driftText);
}

describe("runLoad(settings, command, work, options) of a service that changes between loads", () => {
  it("tells of a field never seen before, once", async () => {
    expect(await load({1: {...price, venue: {a: 1}}})).toEqual([
      "latest_price sends a field never seen before: venue (object), as for feed 1"
    ]);
    expect(await load({1: {...price, venue: {a: 1}}})).toEqual([]);
    expect(await load({1: {...price, venue: {}, confidence: 3, "": null}})).toEqual([
      "latest_price sends a field never seen before: confidence (number), as for feed 1"
    ]);
  });

  it("tells of a column that feeds have that came before, and not of one that the first feed of its kind has", async () => {
    await load({1: price});
    expect(await load({1: price, 112: {...price, ...funding}})).toEqual([]);
    expect(await load({2: {...price, confidence: 3}, 3: {...price, venue: "x"}})).toEqual([
      "latest_price sends a field never seen before: venue (text), as for feed 3"
    ]);
    expect(await load({4: {...price, emaPrice: "1"}, 1: {...price, emaPrice: "1"}})).toEqual([
      "latest_price sends a field never seen before: emaPrice (text), as for feed 1"
    ]);
  });

  it("warns of none that the sandbox sends, and notes them", async () => {
    await place.load(loadLatest, {config: {feeds: {ids: [1398]}}});
    expect(place.warnings).toEqual([]);
    expect(place.notes).toContain(
      "latest_price sends a field never seen before: tradingStatus (text), as for feed 1398 (simulated)"
    );
  });

  it("tells of a field that stopped coming, once, and of its return", async () => {
    await load({1: {...price, venue: "x"}, 2: price});
    expect(await load({1: {...price, marketSession: undefined}, 2: {exponent: -2, price: null}})).toEqual([
      "latest_price sends marketSession no more: feed 1 had it",
      "latest_price sends venue no more: feed 1 had it"
    ]);
    expect(await load({1: {exponent: -2}, 2: {exponent: -2}})).toEqual([
      "latest_price sends price no more: feed 1 had it"
    ]);
    expect(await load({1: price, 2: price})).toEqual([
      "latest_price sends price again",
      "latest_price sends marketSession again"
    ]);
  });

  it("says nothing of a field whose feed was not loaded, or that was not asked for", async () => {
    await load({1: price, 112: funding});
    expect(await load({1: price})).toEqual([]);
    expect(await load({1: {price: "1"}, 112: {exponent: -12}}, {service: {properties: ["price", "exponent"]}})).toEqual(
      []
    );
    expect(await load({1: price, 112: {exponent: -12}})).toEqual([
      "latest_price sends fundingRate no more: feed 112 had it"
    ]);
  });

  it("tells of values of another kind, of which a column made nothing too", async () => {
    await load({1: {...price, venue: "x"}});
    expect(await load({1: {price: 100, exponent: -2, marketSession: ["regular"], venue: 7}})).toEqual([
      "latest_price sends price as number; it was text",
      "latest_price sends venue as number; it was text",
      "latest_price sends marketSession as array; it was text"
    ]);
    expect(await load({1: price, 2: {...price, price: 1}})).toEqual([
      "latest_price sends price as number or text; it was number",
      "latest_price sends marketSession as text; it was array",
      "latest_price sends venue no more: feed 1 had it"
    ]);
    expect(await load({1: price})).toEqual([]);
  });

  it("keeps no more than a thousand names of a service that makes them up", async () => {
    const made = Object.fromEntries(
      Array.from({length: 3000}, (_, i) => [`${"x".repeat(200)}${i}${"y".repeat(i)}`, i])
    );
    const named = Object.fromEntries(Array.from({length: 3000}, (_, i) => [`n${i}`, i]));
    await load({1: {...price, ...made}});
    await load({1: {...price, ...named}});
    expect(
      await place.records("SELECT count(*) <= 1000 AS few, max(strlen(field)) AS longest FROM known_fields")
    ).toEqual([{few: true, longest: expect.any(Number)}]);
  });
});
