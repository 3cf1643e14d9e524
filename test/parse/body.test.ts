import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {BodyError, readBody, readSaved} from "../../loaders/parse/body.js";

const recorded = readFileSync("test/fixtures/recorded/2026-05-12-fixed_rate-1000ms.json", "utf8");

describe("readBody(text)", () => {
  it("reads the recorded body", () => {
    const body = readBody(recorded);
    expect(body).toMatchObject({publishedAt: 1778594100000000, entries: 3, rejects: [], coercions: []});
    expect(body.rows).toMatchObject([
      {priceFeedId: 1, price: 8063953748222, exponent: -8, publisherCount: 16, fundingRate: null},
      {priceFeedId: 2, price: 227676960645, marketSession: "regular", feedUpdateTimestamp: 1778594100000000},
      {priceFeedId: 112, price: 80813667608700000, fundingRate: 38770000, fundingTimestamp: 1778594099726525}
    ]);
  });

  it("makes each entry a row or a reject, and notes its place", () => {
    const entries = [{priceFeedId: 1, price: "x"}, null, {priceFeedId: 1}, {priceFeedId: -3}];
    const body = readBody(JSON.stringify({parsed: {priceFeeds: entries}}));
    expect(body.publishedAt).toBeNull();
    expect(body.entries).toBe(4);
    expect(body.rows.map(({entryIndex}) => entryIndex)).toEqual([0, 2]);
    expect(body.rejects.map(({entryIndex}) => entryIndex)).toEqual([1, 3]);
    expect(body.coercions).toEqual([{entryIndex: 0, priceFeedId: 1, columnName: "price", value: '"x"'}]);
  });

  it.each<[string, string | null]>([
    ['"soon"', '"soon"'],
    ["12345678901234567890e9", "12345678901234567890e9"],
    ["null", null],
    ['"1778594100000000"', null]
  ])("lists an unreadable timestampUs once, with the first row: %s", (timestampUs, value) => {
    const body = readBody(
      `{"parsed":{"timestampUs":${timestampUs},"priceFeeds":[null,{"priceFeedId":7},{"priceFeedId":8}]}}`
    );
    expect(body.publishedAt).toBe(timestampUs.startsWith('"1') ? 1778594100000000 : null);
    expect(body.coercions).toEqual(
      value === null ? [] : [{entryIndex: 1, priceFeedId: 7, columnName: "publishedAt", value}]
    );
  });

  it("keeps numbers that no double can hold as they are written", () => {
    const body = readBody(`{"parsed":{"timestampUs":1778594099999999999,"priceFeeds":[
      {"priceFeedId":18446744073709551615,"venue":0.1234567890123456789},
      {"priceFeedId":1,"price":1e400,"id":12345678901234567890,"deep":{"a":[-1E+999]}},
      {"priceFeedId":2,"marketSession":12345678901234567890,"feedUpdateTimestamp":1778594099999999999},
      98765432109876543210,
      {"priceFeedId":3,"near":1.00000000000000000001}
    ]}}`);
    const {rejects, coercions, publishedAt} = body;
    expect(publishedAt).toBe(1778594099999999);
    expect(rejects).toEqual([
      {
        entryIndex: 0,
        reason: "priceFeedId is above 2^53 and so not exact: 18446744073709551615",
        entry: '{"priceFeedId":18446744073709551615,"venue":0.1234567890123456789}'
      },
      {entryIndex: 3, reason: "entry is not an object: 98765432109876543210", entry: "98765432109876543210"}
    ]);
    expect(coercions).toEqual([{entryIndex: 1, priceFeedId: 1, columnName: "price", value: "1e400"}]);
    expect(body.rows.map(({extra}) => extra)).toEqual([
      '{"id":12345678901234567890,"deep":{"a":[-1E+999]}}',
      null,
      '{"near":1.00000000000000000001}'
    ]);
    expect(body.rows[1]).toMatchObject({
      marketSession: "12345678901234567890",
      feedUpdateTimestamp: 1778594099999999
    });
  });
});

describe("readSaved(text, unit)", () => {
  const minute = 60_000_000;
  const changed = 1778594100000000;

  it.each<[string, number | null, string | null]>([
    ["", changed + minute, null],
    ['"timestampUs":null,', changed + minute, null],
    ['"timestampUs":0,', changed + minute, "0"],
    ['"timestampUs":1778,', changed + minute, "1778"],
    [
      '"timestampUs":1778594100000000,"timestampUs":1778594200000000,',
      changed + minute,
      "[1778594100000000,1778594200000000]"
    ],
    ['"timestampUs":1778594000000000,', 1778594000000000, null]
  ])("dates a body by its entries unless its own time is possible: %s", (time, publishedAt, value) => {
    const entries = [changed, changed + minute, 0, 9e15, null].map((feedUpdateTimestamp) => ({
      priceFeedId: 7,
      feedUpdateTimestamp
    }));
    const body = readSaved(`{"parsed":{${time}"priceFeeds":${JSON.stringify(entries)}}}`, "auto");
    expect(body).toMatchObject({publishedAt, isUndated: publishedAt === changed + minute});
    const listed = body.coercions.filter(({columnName}) => columnName === "publishedAt");
    expect(listed.map((coercion) => coercion.value)).toEqual(value === null ? [] : [value]);
  });

  it.each([
    [
      '"timestampUs":"0",',
      /^body has timestampUs "0", which cannot be its time, and no entry has a feedUpdateTimestamp/
    ],
    ["", /^body has no timestampUs, and no entry has a feedUpdateTimestamp to date it by; it begins: /]
  ])("refuses a body without any time: %s", (time, message) => {
    const text = `{"parsed":{${time}"priceFeeds":[{"priceFeedId":7,"feedUpdateTimestamp":0},{"priceFeedId":8}]}}`;
    expect(() => readSaved(text, "auto")).toThrow(message);
    expect(() => readSaved(text, "auto")).toThrow(BodyError);
  });

  it.each(["{", '{"time":1,"message":{', '{"type":"streamUpdated","payload":{"subscriptionId":1,', '{"a":{"b":{"c":{'])(
    "keeps numbers as written and lists repeated names, in any envelope: %s",
    (open) => {
      const text = `${open}"parsed":{"timestampUs":1778594100000000,"priceFeeds":[
        {"priceFeedId":1,"price":"1","price":"1","marketSession":"a", "marketSession"\n: "b","id":12345678901234567890,"id":1e0}]}}${"}".repeat(open.split("{").length - 2)}`;
      const body = readSaved(text, "auto");
      expect(body.rows).toMatchObject([{price: 1, marketSession: null, extra: '{"id":[12345678901234567890,1e0]}'}]);
      expect(body.coercions).toMatchObject([{columnName: "marketSession", value: '["a","b"]'}]);
    }
  );
});

describe("readBody(text) of another body", () => {
  it.each([
    ["", 'body is empty; it begins: ""'],
    ["<html>502</html>", /^body is no JSON \(.*\); it begins: "<html>502<\/html>"$/],
    ['{"evm":1,"update":{}}', /^body has no parsed object, only signed data: ask for parsed; /],
    ['{"price":1}', /^body has no parsed object; /],
    ['{"time":1,"message":"{\\"type\\":\\"someNew\\"}"}', /^message of unknown type someNew; /],
    ['{"a":{"priceFeeds":[]},"b":{"priceFeeds":[]}}', /^body has several updates: /],
    ['{"priceFeedId":1}', /^body is an entry without its response, which has the time/],
    ['{"type":"price_update","price_feed":{"id":"e6","price":{"publish_time":1}}}', /^body is of Hermes, /],
    ['{"s":"ok","t":[1],"o":[1],"h":[1],"l":[1],"c":[1]}', /^body is of the history API, /],
    ['{"parsed":{"priceFeeds":{"0":{}}}}', /^body has no array at parsed.priceFeeds; /]
  ])("refuses %j", (body, message) => {
    expect(() => readBody(body)).toThrow(BodyError);
    expect(() => readBody(body)).toThrow(message);
  });

  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const long = " ".repeat(2 ** 20);
  const wide = (entries: number) => `{"parsed":{"priceFeeds":[0${",0".repeat(entries - 1)}]}}`;

  it.each<[string, string, RegExp | null]>([
    ["nested without end", `{"parsed":{"priceFeeds":[${"[".repeat(2 ** 20)}`, /^nested deeper than 10000 levels; it/],
    ["with more values than fit into memory", `[${"{},".repeat(2_000_000)}{}]`, /^holds more than 4000000 values; it/],
    ["with brackets and commas in texts", `{"a":"\\"${"[,".repeat(4e6)}","parsed":{"priceFeeds":[]}}`, null],
    ["that closes its brackets", `{"parsed":{"priceFeeds":[${"[[]],".repeat(6000)}0]}}${long}`, null],
    ["with as many entries as a body may have", wide(200_000), null],
    ["with more entries", wide(200_001), /^has 200001 entries, more than 200000; it begins: /],
    ["with deep signed data", `{"parsed":{"priceFeeds":[]},"evm":${deep(900)}}`, null],
    [
      "with deeper signed data",
      `{"parsed":{"priceFeeds":[]},"evm":${deep(1001)}}`,
      /^nested deeper than 1000 levels outside/
    ]
  ])("takes memory into account: a body %s", (_what, body, problem) => {
    if (problem === null) return expect(readBody(body).isUndated).toBe(true);
    expect(() => readBody(body)).toThrow(new RegExp(`^body (?:is )?${problem.source.slice(1)}`));
  });

  it("quotes only the first characters of a long body", () => {
    const failed = (() => {
      try {
        return readBody(`<${"x".repeat(1e6)}`);
      } catch (error) {
        return error as BodyError;
      }
    })();
    expect(failed).toMatchObject({start: `<${"x".repeat(999)}`, message: expect.stringMatching(/^.{100,400}$/)});
  });
});
