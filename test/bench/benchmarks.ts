import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

/** A benchmark: its file, and what the comment there says. */
export interface Benchmark {
  name: string;
  path: string;
  /** Whether it is one of test/soak: they take an hour, and judge. */
  long: boolean;
  /** What it measures, ending with `usage`. */
  aim: string;
  /** How to run it, with all its options. */
  usage: string;
}

/** All benchmarks, those of test/bench first. */
export function listBenchmarks(): Benchmark[] {
  return ["test/bench", "test/soak"].flatMap((folder) => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".bench.ts"));
    return files.map((file) => {
      const [name, path] = [file.replace(".bench.ts", ""), join(folder, file)];
      return {name, path, long: folder === "test/soak", ...commentOf(readFileSync(path, "utf8"))};
    });
  });
}

// The comment that says how to run it.
function commentOf(source: string): Pick<Benchmark, "aim" | "usage"> {
  const block = source.split("\n\n").find((part) => part.startsWith("// ") && part.includes("Run: ")) ?? "";
  const lines = block.split("\n").filter((line) => line.startsWith("// "));
  const text = lines.map((line) => line.slice(3)).join(" ");
  return {aim: text.replace(/Run: (.*)/, "`$1`").trim(), usage: /Run: (.*)/.exec(text)?.[1] ?? ""};
}

/**
 * What arguments ask to run: titles, each a benchmark's name and its options. Without a name, all that take minutes; with
 * `--write` really all, also by each of the titles `told` before. Options are for one benchmark, which is named. @throws on misuse
 */
export function choose(args: readonly string[], benchmarks: readonly Benchmark[], told: Iterable<string>): string[] {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write");
  const known = benchmarks.map(({name}) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`no such benchmark: ${unknown}; there are ${known.join(", ")}`);
  if (options.length === 0 && names.length > 0) return names;
  if (options.length > 0) return [titleOf(names, options, benchmarks)];
  if (!args.includes("--write")) return benchmarks.filter(({long}) => !long).map(({name}) => name);
  return inOrder([...known, ...told], benchmarks);
}

function titleOf(names: readonly string[], options: readonly string[], benchmarks: readonly Benchmark[]): string {
  const [one, another] = names;
  if (one === undefined || another !== undefined)
    throw new Error(`options are for one benchmark: name it, as in npm run bench file -- ${options.join(" ")}`);
  const {usage = ""} = benchmarks.find(({name}) => name === one) ?? {};
  const strange = options.find((option) => !usage.includes(` ${option.split("=")[0]}=`));
  if (strange !== undefined) throw new Error(`no such option of ${one}: ${strange}; ${usage}`);
  return [one, ...options].join(" ");
}

/** Titles, each once, in the order of the benchmarks; those of benchmarks that are gone are left out. */
export function inOrder(titles: Iterable<string>, benchmarks: readonly Benchmark[]): string[] {
  const once = [...new Set(titles)].sort();
  return benchmarks.flatMap(({name}) => once.filter((title) => partsOf(title)[0] === name));
}

/** The name and the options of a title. */
export function partsOf(title: string): [name: string, ...options: string[]] {
  const [name = "", ...options] = title.split(" --");
  return [name, ...options.map((option) => `--${option}`)];
}
