// @vitest-environment jsdom
import {gzipSync} from "node:zlib";
import {afterEach, describe, expect, it, vi} from "vitest";
import {openPage, recall, remember} from "../../../src/duckdb/sql/opening.js";

it("openPage(file) gives meta and pick as one row each, and remembers the answers", async () => {
  const answers = [{strings: ["SELECT 1 AS a"], params: [], columns: [{name: "a", type: "INTEGER"}], rows: [[1]]}];
  const opening = await openPage(file({meta: [{updates: 3}], feeds: [{priceFeedId: 1}], pick: [{feed: 1}], answers}));
  expect(opening).toEqual({meta: {updates: 3}, feeds: [{priceFeedId: 1}], others: [], pick: {feed: 1}});
  expect(recall(["SELECT 1 AS a"], [])).toEqual([{a: 1}]);
});

describe("openPage(file) of an address that names a feed", () => {
  const told = {path: "./_file/feeds/*.json.0123abcd.gz", ids: "1-3,922"};
  const strings = ["SELECT ", " AS a"];
  const made = [{strings, params: [922], columns: [{name: "a", type: "INTEGER"}], rows: [[7]]}];
  const whole = gzipSync(JSON.stringify(made));
  const fetched = vi.fn<typeof fetch>();

  afterEach(() => vi.unstubAllGlobals());

  async function open(search: string, answer: () => Response = () => new Response(whole)) {
    remember([{...made[0], strings, params: [922], columns: [], rows: []}]);
    vi.stubGlobal(
      "fetch",
      fetched.mockReset().mockImplementation(async () => answer())
    );
    history.replaceState(null, "", `/mine${search}`);
    document.body.innerHTML = `<script type="application/json" id="fb-feeds">${JSON.stringify(told)}</script>`;
    const {answered} = await openPage(file({meta: [{updates: 3}], feeds: []}));
    return {answered, asked: fetched.mock.calls.map(([url]) => String(url)), rows: recall(strings, [922])};
  }

  it.each(["?feeds=922", "?feed=922&tz=local", "?feeds=922&feed=5"])(
    "remembers what was made for %s",
    async (search) => {
      const asked = [`${location.origin}/_file/feeds/922.json.0123abcd.gz`];
      expect(await open(search)).toEqual({answered: 922, asked, rows: [{a: 7}]});
      const inflated = () => new Response(JSON.stringify(made)); // by the host
      expect(await open(search, inflated)).toMatchObject({answered: 922});
    }
  );

  it.each(["", "?feed=4", "?feed=x", "?feeds=1,922", "?feed=922&range=7d", "?feed=922&zoom=a..b", "?feed=922&step=60"])(
    "asks for nothing where nothing was made: %j",
    async (search) => expect(await open(search)).toEqual({answered: undefined, asked: [], rows: [{}].slice(1)})
  );
});

function file(made: unknown) {
  // What a fetch would give: anything, taken for what the page expects.
  const json = async <T>(): Promise<T> => JSON.parse(JSON.stringify(made));
  return {
    name: "x.json",
    url: async () => "x.json",
    stream: async () => new ReadableStream<Uint8Array>(),
    text: async () => "",
    json
  };
}

const answer = {
  strings: ["SELECT\n  price\nWHERE a = ", ""],
  params: [1],
  columns: [{name: "price", type: "DOUBLE"}],
  rows: [[80639.5]]
};

describe("recall(strings, params)", () => {
  it("gives the remembered rows of the same query, however it is indented", () => {
    remember([answer]);
    expect(recall(["SELECT price WHERE a = ", ""], [1])).toEqual([{price: 80639.5}]);
  });

  it.each([
    [answer.strings, [2]],
    [answer.strings, ["1"]],
    [["SELECT prise WHERE a = ", ""], [1]],
    [["SELECT price WHERE a = 1"], []]
  ])("is null for another: %j, %j", (strings, params) => {
    remember([answer]);
    expect(recall(strings, params)).toBeNull();
  });
});
