import {type Benchmark, inOrder, partsOf} from "./benchmarks.js";

/** What was measured, by title: output, commit, date and load, as BENCHMARKS.md has them. */
export type Results = Map<string, string>;

// What the table at the top shows of an output: all that matches.
const mainFigures: Readonly<Record<string, RegExp>> = {
  board: /^ +\d+ px: first rows after \d+ ms/gm,
  file: /^the whole process .*\n +[\d.]+ s/gm,
  firehose: /^.* updates$/gm,
  hour: /^.* of all updates$/gm,
  lake: /^(?:write|verify|import): [\d.]+ s/gm,
  pages: /^\/(?:prices)?:\n +first picture after \d+ ms/gm,
  sandbox: /^.* requests\/s$/gm,
  scale: /^.*: one more hour [\d.]+ ×$/gm,
  snapshot: /^ +(?:publish: [\d.]+ s|snapshot: .*)/gm,
  start: /^(?:status|load latest|build, fresh|first page, fresh): [\d.]+ s/gm,
  watch: /^missed instants .*/gm
};

/** The results in a BENCHMARKS.md. */
export function resultsOf(text: string): Results {
  const sections = text.split("\n## ").slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf("\n")),
      section.slice(section.indexOf("\n```text\n") + 1)
    ])
  );
}

/** A result. `output` is what a benchmark printed, `loads` are the load averages at its end. */
export function resultOf(
  output: string,
  {commit, date, loads}: {commit: string; date: string; loads: readonly number[]}
): string {
  const end = loads.map((load) => load.toFixed(1)).join(", ");
  return `\`\`\`text\n${output.trim()}\n\`\`\`\n\nMeasured at ${commit} on ${date}. Load averages at its end: ${end}.\n`;
}

/** BENCHMARKS.md: the machine (names and values), a table of all results, and a section for each. */
export function documentOf(
  machine: readonly (readonly [name: string, value: string])[],
  results: Results,
  benchmarks: readonly Benchmark[]
): string {
  const sections = inOrder(results.keys(), benchmarks).map((title) => {
    const benchmark = benchmarks.find(({name}) => name === partsOf(title)[0]);
    return `${title}\n${benchmark?.aim}\n\n${results.get(title)}`;
  });
  const head = `# Benchmarks
Made by \`npm run bench -- --write\`, which runs all of them. Rates depend on the machine; ratios were measured in one run. Load
averages are those of 1, 5 and 15 minutes: much more than there are processors means that other work disturbed the benchmark.

| | |
|---|---|
${machine.map((line) => `| ${line.join(" | ")} |`).join("\n")}

${tableOf(results, benchmarks)}
`;
  return [head, ...sections].join("\n## ");
}

/** The table of all results, with the main figures of each. */
export function tableOf(results: Results, benchmarks: readonly Benchmark[]): string {
  const lines = inOrder(results.keys(), benchmarks).map((title) => lineOf(title, results.get(title) ?? ""));
  const heads = ["benchmark", "main figures", "measured at", "on", "load averages at its end"];
  return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function lineOf(title: string, result: string): string[] {
  const figures = Array.from(result.matchAll(mainFigures[partsOf(title)[0]] ?? /^$/g), ([text]) => oneLine(text));
  const [, commit = "", date = ""] = /^Measured at (\w+) on ([\d-]+)/m.exec(result) ?? [];
  const [, loads = "not noted"] = /Load averages at its end: (.*)\.$/m.exec(result) ?? [];
  return [`[${title}](#${anchorOf(title)})`, figures.join("; "), commit, date, loads];
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

// As GitHub makes them.
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}
