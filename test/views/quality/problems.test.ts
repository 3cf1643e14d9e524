// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {partNotes, problemList} from "../../../src/views/quality/figures.js";
import {problemsOf, type QualityRows} from "../../../src/views/quality/problems.js";
import {find, texts} from "../../charts/kit.js";

const at = "2026-05-12T10:00:00Z";
const crypto = {assetType: "crypto", feeds: 5, fresh: 5, stale: 0, quiet: 0, closed: 0, silent: 0, missing: 0};
const well: QualityRows = {
  totals: {share: 1, received: 237, expected: 237, gaps: 0, longest: null, rejected: 0, coercions: 0},
  classes: [crypto],
  ...{late: [], lost: [], fields: []},
  loads: [{command: "latest", status: "done", startedAt: at}]
};
const gap = {
  ...{reason: "not asked", asked: false, priceFeedIds: [2n, 7n], symbols: ["F.2", "F.7"], gaps: 2, seconds: 900},
  ...{startedAt: "2026-05-12T11:15:00Z", resumedAt: "2026-05-12T11:30:00Z", stepSeconds: 300, times: 1}
};
const load = (command: string, status: string, error: string | null = null) => ({
  ...{command, status, error, startedAt: at}
});
const pick = {from: "2026-05-12T00:00:00Z", search: ""};
const linesOf = (rows: Partial<QualityRows>) =>
  problemsOf({...well, ...rows}, pick).map(({title, detail, command}) => `${title} | ${detail} | ${command}`);
const run = "npm run -s feedbook --";

describe("problemsOf(rows)", () => {
  it("has nothing for a store that is complete and fresh, with an old failure that a load has mended", () => {
    expect(linesOf({loads: [...well.loads, load("latest", "failed")]})).toEqual([]);
  });

  it("names failed loads, then late feeds, gaps, misfits and stopped fields, each with its command", () => {
    const late = ["stale", "silent"].map((state, i) => ({
      ...{priceFeedId: i + 1, symbol: `F.${i + 1}`, state, ageSeconds: 7200}
    }));
    const field = {field: "<b>", change: "stopped", startedAt: "2026-05-12T00:00:00Z"};
    const rows = {
      totals: {...well.totals, rejected: 1, coercions: 2},
      classes: [{...crypto, stale: 1, silent: 1}],
      ...{late, lost: [gap], fields: [field, {...field, startedAt: "2026-05-01T00:00:00Z"}]},
      loads: [load("history", "failed", "no answer"), ...well.loads]
    };
    const times = "--from 2026-05-12T11:15:00Z --to 2026-05-12T11:25:00Z --every 5m";
    expect(linesOf(rows)).toEqual([
      `The last load history failed | 2026-05-12 10:00 UTC: no answer | ${run} doctor`,
      `1 feed is silent | F.2: no update for three steps and a minute | ${run} load latest --feeds 2`,
      `1 feed is stale | F.1: old in the regular session, the oldest 2 h | ${run} status --feeds 1`,
      `2 gaps of 2 feeds, not requested | F.2, F.7: 15 min, from 2026-05-12 11:15 UTC | ${run} load history ${times} --feeds 2,7`,
      `1 rejected entry and 2 nulled values | they do not fit their columns | ${run} rejects`,
      `The field <b> stopped | since 2026-05-12 | ${run} rejects`
    ]);
    const [item, ...others] = texts(problemList({...well, ...rows}, pick), "li p");
    expect([item, others.length]).toEqual(["The last load history failed 2026-05-12 10:00 UTC: no answer Show", 5]);
  });

  it("lists gaps at several times by the command gaps, and requests what the service had not again", () => {
    const [several] = linesOf({lost: [{...gap, times: 3}]});
    expect(several).toContain(
      `up to 15 min, first 2026-05-12 11:15 UTC | ${run} gaps --from 2026-05-12T11:15:00Z --to`
    );
    const [asked] = linesOf({lost: [{...gap, reason: "nothing there", asked: true}]});
    expect(asked).toMatch(/--from 2026-05-12T11:15:00Z --to 2026-05-12T11:25:00Z .* --retry-missing$/);
    const [all] = linesOf({lost: [{...gap, times: 2, priceFeedIds: Array.from({length: 21}, (_, id) => BigInt(id))}]});
    expect(all).toMatch(/of 21 feeds, .*F\.2, 20 more.*Z$/);
    const [load] = linesOf({lost: [{...gap, priceFeedIds: Array.from({length: 21}, (_, id) => BigInt(id))}]});
    expect(load).toMatch(/ load history .* --every 5m$/);
  });
});

it("problemList(rows, {search}) says that nothing is wrong, and how complete the feeds found are", () => {
  const saying = (rows: object, search = "") =>
    texts(problemList({...well, ...rows}, {...pick, search}), "h2, p").join(" ");
  expect(saying({})).toBe("Nothing to look at 237 of 237 requested updates (100.00 %) arrived.");
  expect(saying({lost: [gap]}, "f")).toMatch(/^1 thing to look at 237 of .* of 5 feeds found arrived\./);
  expect(saying({classes: []}, "f")).toBe("Nothing to look at No feed found.");
  expect(saying({totals: {}})).toContain("No update was requested in this range.");
});

it("a problem's link opens the folded part of the page that it names", () => {
  document.body.innerHTML = '<details id="gaps"></details>';
  find(problemList({...well, lost: [gap]}, pick), "a").click();
  expect(document.querySelector("details")?.open).toBe(true);
});

it("partNotes(rows) has a line for each part of the page", () => {
  const nulls = [0, 0.5, 1].map((share) => ({share}));
  const notes = partNotes({...well, classes: [crypto, {...crypto, fresh: 0, closed: 4, silent: 1}], nulls, faults: []});
  expect(notes).toEqual({
    freshness: "5 of 6 feeds with an open market are fresh, 4 closed",
    gaps: "none",
    nulls: "1 columns of feeds are sometimes null",
    rejected: "no value rejected or nulled, 0 changes of fields",
    loads: "1, the last one is done"
  });
});
