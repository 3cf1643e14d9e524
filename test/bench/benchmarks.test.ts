import {describe, expect, it} from "vitest";
import {choose, listBenchmarks} from "./benchmarks.js";

const benchmarks = listBenchmarks();
const names = benchmarks.map(({name}) => name);

describe("listBenchmarks()", () => {
  it("knows those of test/bench, and those of test/soak as long", () => {
    expect(benchmarks).toContainEqual(
      expect.objectContaining({name: "file", path: "test/bench/file.bench.ts", long: false})
    );
    expect(benchmarks.filter(({long}) => long).map(({name}) => name)).toEqual(["hour"]);
  });

  it.each(benchmarks)("finds in the comment of $name what it measures, and how to run it", ({name, aim, usage}) => {
    expect(usage).toMatch(new RegExp(String.raw`^npm run bench ${name}(?: \[--(?: --[a-z]+=[\w.,]+)+\])?$`));
    expect(aim).toMatch(/^[A-Z].{40,} `npm run bench .*`$/);
  });
});

describe("choose(args, benchmarks, told)", () => {
  const told = ["hour", "firehose --cores=2", "gone", "gone --times=3"];

  it.each<[string, string[], string[]]>([
    ["all that take minutes", [], names.filter((name) => name !== "hour")],
    ["one", ["watch"], ["watch"]],
    ["a long one", ["hour", "--write"], ["hour"]],
    ["several", ["watch", "file"], ["watch", "file"]],
    ["one with its options", ["file", "--entries=5", "--write"], ["file --entries=5"]],
    ["one with several options", ["firehose", "--seconds=3", "--cores=2"], ["firehose --seconds=3 --cores=2"]]
  ])("gives %s", (_, args, titles) => {
    expect(choose(args, benchmarks, told)).toEqual(titles);
  });

  it("gives with --write all, and what was told with options, but nothing that is gone", () => {
    const titles = choose(["--write"], benchmarks, told);
    expect(titles).toEqual(names.flatMap((name) => (name === "firehose" ? [name, "firehose --cores=2"] : name)));
  });

  it.each<[string[], string]>([
    [["fil"], "no such benchmark: fil; there are board, file, firehose, "],
    [["--seconds=3"], "options are for one benchmark: name it, as in npm run bench file -- --seconds=3"],
    [["--seconds=3", "--write"], "options are for one benchmark"],
    [["watch", "firehose", "--seconds=3"], "options are for one benchmark"],
    [["file", "--seconds=3"], "no such option of file: --seconds=3; npm run bench file [-- --entries=1000000]"],
    [["file", "--entrie=3"], "no such option of file: --entrie=3"],
    [["sandbox", "--seconds=3"], "no such option of sandbox: --seconds=3; npm run bench sandbox"]
  ])("refuses %s", (args, problem) => {
    expect(() => choose(args, benchmarks, told)).toThrow(problem);
  });
});
