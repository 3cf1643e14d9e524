import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {listBenchmarks, partsOf} from "./benchmarks.js";
import {documentOf, resultOf, resultsOf, tableOf} from "./document.js";

const benchmarks = listBenchmarks();
const names = benchmarks.map(({name}) => name);

describe("BENCHMARKS.md", () => {
  const text = readFileSync("BENCHMARKS.md", "utf8");
  const results = resultsOf(text);

  it("has a section for each benchmark", () => {
    expect(names.filter((name) => !results.has(name))).toEqual([]);
  });

  it("has no section of a benchmark that is gone", () => {
    expect([...results.keys()].filter((title) => !names.includes(partsOf(title)[0]))).toEqual([]);
  });

  it("begins with a table of its sections, with a main figure of each", () => {
    const table = tableOf(results, benchmarks);
    const head = text.slice(0, text.indexOf("\n## "));
    expect(head.slice(head.indexOf("| benchmark"))).toBe(`${table}\n`);
    expect(table).not.toContain("|  |");
  });
});

describe("documentOf(machine, results, benchmarks)", () => {
  const made = {commit: "0a1b2c3", date: "2026-01-02", loads: [0.51, 1, 2.25]};
  const results = new Map([
    ["sandbox", resultOf("latest_price, 50 feeds: 7 requests/s\n", made)],
    ["gone", resultOf("nothing", made)],
    ["firehose --feeds=5 --cores=2", resultOf("6 s of 5 feeds every 200 ms: 149 of 150 updates\nrows  149", made)],
    ["file", resultOf("3 entries\nthe whole process of feedbook load file:\n  8.77 s (cpu 9.00 s), 5.63 ×", made)]
  ]);
  const text = documentOf([["memory", "1 GiB"]], results, benchmarks);

  it("shows the machine, and the main figures of each result", () => {
    expect(text).toContain(`| memory | 1 GiB |

| benchmark | main figures | measured at | on | load averages at its end |
| --- | --- | --- | --- | --- |
| [file](#file) | the whole process of feedbook load file: 8.77 s | 0a1b2c3 | 2026-01-02 | 0.5, 1.0, 2.3 |
| [firehose --feeds=5 --cores=2](#firehose---feeds5---cores2) | 6 s of 5 feeds every 200 ms: 149 of 150 updates | 0a1b2c3 | 2026-01-02 | 0.5, 1.0, 2.3 |
| [sandbox](#sandbox) | latest_price, 50 feeds: 7 requests/s | 0a1b2c3 | 2026-01-02 | 0.5, 1.0, 2.3 |

## file
What \`load file\` takes, `);
  });

  it("has a section for each result, but none for a benchmark that is gone", () => {
    expect(text.match(/^## .*/gm)).toEqual(["## file", "## firehose --feeds=5 --cores=2", "## sandbox"]);
    expect(text).toMatch(
      /`npm run bench sandbox`\n\n```text\nlatest_price, 50 feeds: 7 requests\/s\n```\n\nMeasured at 0a1b2c3 on/
    );
  });

  it("keeps results as they are when it is read and written again", () => {
    expect(documentOf([["memory", "1 GiB"]], resultsOf(text), benchmarks)).toBe(text);
  });
});
