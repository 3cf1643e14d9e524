// @vitest-environment jsdom
import type {FileAttachment} from "observablehq:stdlib";
import {describe, expect, it} from "vitest";
import {openPage, recall, remember} from "../../../src/duckdb/sql/opening.js";

const strings = ["SELECT\n  price\nWHERE a = ", ""];
const answer = {strings, params: [922], columns: [{name: "price", type: "DOUBLE"}], rows: [[80639.5]]};
const file = (content: unknown) => ({json: async () => content}) as FileAttachment;

describe("openPage(file)", () => {
  it("gives meta and pick as one row each, and remembers the answers", async () => {
    const opening = await openPage(
      file({meta: [{updates: 3}], feeds: [{priceFeedId: 1}], pick: [{feed: 1}], answers: [{...answer, params: [1]}]})
    );
    expect(opening).toEqual({meta: {updates: 3}, feeds: [{priceFeedId: 1}], others: [], pick: {feed: 1}});
    expect(recall(strings, [1])).toEqual([{price: 80639.5}]);
  });
});

it.each<[string[], unknown[], boolean]>([
  [["\nSELECT\r\n  price\r\nWHERE a = ", " "], [922], true],
  [["SELECT price WHERE a = ", ""], [922], false],
  [strings, [2], false],
  [strings, ["922"], false],
  [["SELECT price WHERE a = 922"], [], false]
])("recall(%j, %j) finds the answer to the same query only: %s", (texts, params, isFound) => {
  remember([answer]);
  expect(recall(texts, params)).toEqual(isFound ? [{price: 80639.5}] : null);
});
