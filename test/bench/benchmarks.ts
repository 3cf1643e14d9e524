import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

/** A benchmark: its file, and its comment. */
export interface Benchmark {
  name: string;
  path: string;
  /** Whether it takes an hour, and judges: those are in test/soak. */
  long: boolean;
  /** How to run it, with all its options. */
  usage: string;
}

/** All benchmarks, the short ones first. */
export function listBenchmarks(): Benchmark[] {
  return ["test/bench", "test/soak"].flatMap((folder) => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".bench.ts"));
    return files.map((file) => {
      const [name, path] = [file.replace(".bench.ts", ""), join(folder, file)];
      const [, usage = ""] = /^\/\/ .*Run: (.*)$/m.exec(readFileSync(path, "utf8")) ?? [];
      return {name, path, long: folder === "test/soak", usage};
    });
  });
}

/** The named benchmarks, or else all short ones; options are for one benchmark. @throws on misuse */
export function choose(args: readonly string[], benchmarks: readonly Benchmark[]): Benchmark[] {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write");
  const unknown = names.find((name) => !benchmarks.some((one) => one.name === name));
  const known = benchmarks.map(({name}) => name).join(", ");
  if (unknown !== undefined) throw new Error(`no such benchmark: ${unknown}: name one of ${known}`);
  if (options.length > 0 && names.length !== 1)
    throw new Error(`options are for one benchmark: name it, as in npm run bench file -- ${options.join(" ")}`);
  const chosen = benchmarks.filter(({name, long}) => (names.length === 0 ? !long : names.includes(name)));
  const strange = options.find((option) => !chosen[0]?.usage.includes(` ${option.split("=")[0]}=`));
  if (strange === undefined) return chosen;
  throw new Error(`no such option of ${chosen[0]?.name}: ${strange}: ${chosen[0]?.usage}`);
}

// The main figures of an output: all matches.
const figures: Readonly<Record<string, RegExp>> = {
  file: /^the whole process .*\n +.*$/gm,
  firehose: /^.* updates$/gm,
  hour: /^.* of all updates$/gm,
  pages: /^\/(?:prices)?:\n +first picture after \d+ ms/gm,
  scale: /^.*: one more hour .*$/gm,
  start: /^(?:status|load latest|build, fresh|first page, fresh): [\d.]+ s/gm
};

/** The lines of the table in a BENCHMARKS.md, by benchmark and options. */
export function linesOf(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => /^\| (?!benchmark|-)/.test(line));
  return new Map(lines.map((line) => [line.split(" | ")[0]?.slice(2) ?? "", line]));
}

/** A line of the table, from the output of a benchmark. `load` is the machine's load average of a minute at its end. */
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
  return `# Benchmarks
\`npm run bench -- --write\` measures and writes these figures. Rates depend on the machine, ratios are of one run, and a load above
the number of processors means that other work disturbed the benchmark.

${machine}

| benchmark | main figures | commit | date | load |
| --- | --- | --- | --- | --- |
${[...lines]
  .sort()
  .map(([, line]) => line)
  .join("\n")}
`;
}
