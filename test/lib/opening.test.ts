import {describe, expect, it} from "vitest";
import {openPage, recall, remember} from "../../src/lib/opening.js";

describe("openPage(file)", () => {
  it("gives meta and pick as one row each, and remembers the answers", async () => {
    const answers = [{strings: ["SELECT 1 AS a"], params: [], columns: [{name: "a", type: "INTEGER"}], rows: [[1]]}];
    const opening = await openPage(file({meta: [{updates: 3}], feeds: [{priceFeedId: 1}], pick: [{feed: 1}], answers}));
    expect(opening).toEqual({meta: {updates: 3}, feeds: [{priceFeedId: 1}], others: [], pick: {feed: 1}});
    expect(recall(["SELECT 1 AS a"], [])).toEqual([{a: 1}]);
  });

  it("has an empty pick where the loader made none", async () => {
    const {pick} = await openPage(file({meta: [{updates: 0}], feeds: []}));
    expect(pick).toEqual({range: "all", from: null, until: null, step: 1});
  });
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

  it("gives the newer of two answers", () => {
    remember([answer, {...answer, rows: [[1]]}]);
    expect(recall(answer.strings, [1])).toEqual([{price: 1}]);
  });
});
