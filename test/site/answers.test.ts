import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {answerBlocks, toParameter} from "../../loaders/site/answers.js";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-answers-"));
let snapshot: Snapshot;

beforeAll(async () => {
  await makeSnapshot(join(folder, "feeds.duckdb"), {hours: 1});
  snapshot = await openSnapshot(join(folder, "feeds.duckdb"));
});
afterAll(() => {
  snapshot.close();
  rmSync(folder, {recursive: true});
});

describe("answerBlocks(snapshot, blocks, pick)", () => {
  it("answers a block whose parameters the pick has, each as often as it stands there", async () => {
    const block = {
      id: "n",
      line: 7,
      strings: [
        "SELECT count(*) AS n FROM prices WHERE priceFeedId IN (SELECT unnest(",
        "::BIGINT[])) AND ",
        " > 0 AND ",
        " > 0"
      ],
      expressions: ["pick.feeds", "pick.step", "pick.step"]
    };
    expect(await answerBlocks(snapshot, [block], {feeds: [1, 2], step: 60})).toEqual([
      {strings: block.strings, params: ["[1,2]", 60, 60], columns: [{name: "n", type: "BIGINT"}], rows: [[120]]}
    ]);
  });

  it("leaves out blocks with other parameters", async () => {
    const block = {id: null, line: 1, strings: ["SELECT ", ""], expressions: ["text"]};
    expect(await answerBlocks(snapshot, [block], {feed: 1})).toEqual([]);
  });

  it("throws with the block's line", async () => {
    const block = {id: null, line: 7, strings: ["FROM nothing"], expressions: []};
    await expect(answerBlocks(snapshot, [block], {})).rejects.toMatchObject({line: 7});
  });
});

describe("toParameter(value)", () => {
  it.each([
    [1, 1],
    ["x", "x"],
    [true, true],
    [null, null],
    [undefined, null],
    [[1, 2], "[1,2]"]
  ])("binds %j as %j", (value, bound) => expect(toParameter(value)).toBe(bound));
});
