// @vitest-environment jsdom
import {gzipSync} from "node:zlib";
import type {FileAttachment} from "observablehq:stdlib";
import {afterEach, describe, expect, it, vi} from "vitest";
import {openPage, recall, remember} from "../../../src/duckdb/sql/opening.js";

const strings = ["SELECT\n  price\nWHERE a = ", ""];
const answer = {strings, params: [922], columns: [{name: "price", type: "DOUBLE"}], rows: [[80639.5]]};
const file = (content: unknown) => ({json: async () => content}) as FileAttachment;

describe("openPage(file)", () => {
  const fetched = vi.fn<typeof fetch>();

  afterEach(() => vi.unstubAllGlobals());

  async function open(search: string, body: BodyInit) {
    remember([{...answer, rows: []}]);
    vi.stubGlobal(
      "fetch",
      fetched.mockReset().mockImplementation(async () => new Response(body))
    );
    history.replaceState(null, "", `/mine${search}`);
    const feeds = {path: "./_file/feeds/*.json.0123abcd.gz", ids: "1-3,922"};
    document.body.innerHTML = `<script type="application/json" id="fb-feeds">${JSON.stringify(feeds)}</script>`;
    const {answered} = await openPage(file({meta: [{updates: 3}], feeds: []}));
    return {answered, asked: fetched.mock.calls.map(([url]) => String(url)), rows: recall(strings, [922])?.length};
  }

  it("gives meta and pick as one row each, and remembers the answers", async () => {
    const opening = await openPage(
      file({meta: [{updates: 3}], feeds: [{priceFeedId: 1}], pick: [{feed: 1}], answers: [{...answer, params: [1]}]})
    );
    expect(opening).toEqual({meta: {updates: 3}, feeds: [{priceFeedId: 1}], others: [], pick: {feed: 1}});
    expect(recall(strings, [1])).toEqual([{price: 80639.5}]);
  });

  it.each([
    ["?feeds=922", 922],
    ["?feed=922&tz=local", 922],
    ["?feeds=922&feed=5", 922],
    ...["?feed=4", "?feed=x", "?feeds=1,922", "?feed=922&range=7d", "?feed=922&zoom=a..b"].map((each) => [
      each,
      undefined
    ])
  ] as [string, number | undefined][])("fetches the answers for %j of feed %s", async (search, feed) => {
    for (const body of [gzipSync(JSON.stringify([answer])), JSON.stringify([answer])]) {
      const asked = feed === undefined ? [] : [`${location.origin}/_file/feeds/${feed}.json.0123abcd.gz`];
      expect(await open(search, body)).toEqual({answered: feed, asked, rows: asked.length});
    }
  });
});

it.each<[string[], unknown[], boolean]>([
  [["SELECT price WHERE a = ", " "], [922], true],
  [strings, [2], false],
  [strings, ["922"], false],
  [["SELECT prise WHERE a = ", ""], [922], false],
  [["SELECT price WHERE a = 922"], [], false]
])("recall(%j, %j) finds the answer to the same query only: %s", (texts, params, isFound) => {
  remember([answer]);
  expect(recall(texts, params)).toEqual(isFound ? [{price: 80639.5}] : null);
});
