import {describe, expect, it} from "vitest";
import {recall, remember} from "../../src/lib/answers.js";

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
