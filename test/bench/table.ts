// The main figures of an output: all matches.
const figures: Readonly<Record<string, RegExp>> = {
  file: /^the whole process .*\n +.*$/gm,
  firehose: /^.* updates$/gm,
  hour: /^.* of all updates$/gm,
  pages: /^\/(?:prices)?:\n +first picture after \d+ ms/gm,
  scale: /^.*: one more hour .*$/gm,
  start: /^(?:status|load latest|build, fresh|first page, fresh): [\d.]+ s/gm
};

const head = ["benchmark", "main figures", "commit", "date", "load"];

/** The lines of the table in a BENCHMARKS.md, by benchmark and options. */
export function linesOf(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => /^\| (?!benchmark|-)/.test(line));
  return new Map(lines.map((line) => [line.split(" | ")[0]?.slice(2) ?? "", line]));
}

/** A line of the table. `output` is what the benchmark printed, `load` the load average of a minute at its end. */
export function lineOf(
  title: string,
  output: string,
  {commit, date, load}: {commit: string; date: string; load: number}
): string {
  const found = output.match(figures[title.split(" ")[0] ?? ""] ?? /^$/) ?? [];
  const shown = found.map((text) => text.trim().replace(/\s+/g, " ")).join("; ");
  return `| ${[title, shown, commit, date, load.toFixed(1)].join(" | ")} |`;
}

/** BENCHMARKS.md: the machine, and the table. */
export function documentOf(machine: string, lines: ReadonlyMap<string, string>): string {
  const table = [head, head.map(() => "---")].map((cells) => `| ${cells.join(" | ")} |`);
  return `# Benchmarks
\`npm run bench -- --write\` measures and writes these figures. Rates depend on the machine, ratios are of one run, and a load above
the number of processors means that other work disturbed the benchmark.

${machine}

${[...table, ...[...lines].sort().map(([, line]) => line)].join("\n")}
`;
}
