import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

/** A benchmark: its file, and what the comment there says. */
export interface Benchmark {
  name: string;
  path: string;
  /** Whether it is one of test/soak: they take an hour, and judge. */
  long: boolean;
  /** How to run it, with all its options. */
  usage: string;
}

/** All benchmarks, those of test/bench first. */
export function listBenchmarks(): Benchmark[] {
  return ["test/bench", "test/soak"].flatMap((folder) => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".bench.ts"));
    return files.map((file) => {
      const [name, path] = [file.replace(".bench.ts", ""), join(folder, file)];
      return {name, path, long: folder === "test/soak", usage: usageOf(readFileSync(path, "utf8"))};
    });
  });
}

// The comment that says how to run it ends with that.
function usageOf(source: string): string {
  const [, usage = ""] = /^\/\/ .*Run: ((?:.*\n\/\/ )*.*)$/m.exec(source) ?? [];
  return usage.replace(/\n\/\/ /g, " ").trim();
}

/** The benchmarks to run: those named, or else all that take minutes; options are for one benchmark. @throws on misuse */
export function choose(args: readonly string[], benchmarks: readonly Benchmark[]): Benchmark[] {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write");
  const unknown = names.find((name) => !benchmarks.some((one) => one.name === name));
  const known = benchmarks.map(({name}) => name).join(", ");
  if (unknown !== undefined) throw new Error(`no such benchmark: ${unknown}; there are ${known}`);
  if (options.length > 0 && names.length !== 1)
    throw new Error(`options are for one benchmark: name it, as in npm run bench file -- ${options.join(" ")}`);
  const chosen = benchmarks.filter(({name, long}) => (names.length === 0 ? !long : names.includes(name)));
  const strange = options.find((option) => !chosen[0]?.usage.includes(` ${option.split("=")[0]}=`));
  if (strange === undefined) return chosen;
  throw new Error(`no such option of ${chosen[0]?.name}: ${strange}; ${chosen[0]?.usage}`);
}
