import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {choose, documentOf, lineOf, linesOf, listBenchmarks} from "./benchmarks.js";

const benchmarks = listBenchmarks();

describe("choose(args, benchmarks)", () => {
  it.each<[string[], string[]]>([
    [[], ["file", "firehose", "pages", "scale", "start"]],
    [["hour", "--write"], ["hour"]],
    [["file", "--entries=5"], ["file"]]
  ])("%j chooses %j", (args, names) => {
    expect(choose(args, benchmarks).map(({name}) => name)).toEqual(names);
  });

  it.each<[string[], string]>([
    [["fil"], "no such benchmark: fil: name one of file, firehose, "],
    [["--seconds=3"], "options are for one benchmark: name it, as in npm run bench file -- --seconds=3"],
    [["scale", "firehose", "--seconds=3"], "options are for one benchmark"],
    [["file", "--entrie=3"], "no such option of file: --entrie=3: npm run bench file [-- --entries=1000000]"]
  ])("refuses %j", (args, problem) => {
    expect(() => choose(args, benchmarks)).toThrow(problem);
  });
});

describe("BENCHMARKS.md", () => {
  it("has a line with figures for each benchmark, and no other", () => {
    const text = readFileSync("BENCHMARKS.md", "utf8");
    const names = [...linesOf(text).keys()].map((title) => title.split(" ")[0]);
    expect(new Set(names)).toEqual(new Set(benchmarks.map(({name}) => name)));
    expect(text).not.toContain("|  |");
  });

  it("takes the main figures from an output, and keeps the other lines", () => {
    const output = "3 entries\nthe whole process of feedbook load file:\n  8.77 s (cpu 9.00 s), 5.63 ×";
    const lines = new Map([["start", "| start | status: 1 s | a | b | 1 |"]]);
    lines.set("file", lineOf("file", output, {commit: "0a1b2c3", date: "2026-01-02", load: 0.5}));
    const written = documentOf("a machine", lines);
    expect(written).toContain(
      "| file | the whole process of feedbook load file: 8.77 s (cpu 9.00 s), 5.63 × | 0a1b2c3 | 2026-01-02 | 0.5 |"
    );
    expect(linesOf(written)).toEqual(lines);
  });
});
