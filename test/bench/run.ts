import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {cpus, loadavg, platform, totalmem} from "node:os";
import {basename, join} from "node:path";
import {version as duckdb} from "@duckdb/node-api";
import {execa} from "execa";

// Runs benchmarks one after another, each in a process of its own: `npm run bench [name …] [-- --option=… --write]`; `--write`
// also writes the main figures into BENCHMARKS.md. They print figures; only the long ones of test/soak judge them: machines differ.
const file = "BENCHMARKS.md";
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write");
const pathOf = new Map(
  ["test/bench", "test/soak"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".bench.ts"))
      .map((name) => [basename(name, ".bench.ts"), join(folder, name)] as const)
  )
);

// The main figures of an output: all matches.
const figures: Readonly<Record<string, RegExp>> = {
  file: /^the whole process .*\n +.*$/gm,
  firehose: /^.* updates$/gm,
  hour: /^.* of all updates$/gm,
  pages: /^\/(?:prices)?:\n +first picture after \d+ ms|^\/\w+: a switch takes \d+ ms/gm,
  scale: /^.*one more hour.*$/gm,
  start: /^(?:status|load latest|build, fresh|first page, fresh): [\d.]+ s/gm
};

const unknown = names.find((name) => !pathOf.has(name));
if (unknown !== undefined)
  throw new Error(`no such benchmark: ${unknown}: name one of ${[...pathOf.keys()].join(", ")}`);
const short = [...pathOf.keys()].filter((name) => pathOf.get(name)?.startsWith("test/bench"));
for (const name of names.length > 0 ? names : short) {
  const title = [name, ...options].join(" ");
  console.log(`\n${title}`);
  const command = ["--expose-gc", "--import", "tsx", pathOf.get(name) ?? "", ...options];
  const stdio = {stdin: "inherit", stdout: ["inherit", "pipe"], stderr: "inherit", reject: false} as const;
  const {stdout, exitCode} = await execa(process.execPath, command, stdio);
  if (exitCode !== 0) process.exitCode = 1;
  else if (args.includes("--write")) await write(title, stdout.match(figures[name] ?? /^$/) ?? []);
}

// Replaces the line of a benchmark with these options, or adds it.
async function write(title: string, found: readonly string[]): Promise<void> {
  const {stdout: commit} = await execa("git", ["rev-parse", "--short", "HEAD"]);
  const date = new Date().toISOString().slice(0, 10);
  const shown = found.map((text) => text.trim().replace(/\s+/g, " ")).join("; ");
  const line = `| ${[title, shown, commit, date, loadavg()[0]?.toFixed(1)].join(" | ")} |`;
  const kept = readFileSync(file, "utf8").match(/^\| (?!benchmark|-).*$/gm) ?? [];
  const lines = [...kept.filter((other) => !other.startsWith(`| ${title} |`)), line].sort();
  const [memory, all] = [Math.round(totalmem() / 2 ** 30), cpus()];
  writeFileSync(
    file,
    `# Benchmarks
\`npm run bench -- --write\` measures and writes these figures. Rates depend on the machine, ratios are of one run, and a load above
the number of processors means that other work disturbed the benchmark.

${all.length} × ${all[0]?.model}, ${memory} GiB, ${platform()}, Node ${process.version}, DuckDB ${duckdb()}

| benchmark | main figures | commit | date | load |
| --- | --- | --- | --- | --- |
${lines.join("\n")}
`
  );
}
