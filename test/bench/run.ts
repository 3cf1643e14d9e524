import {readFileSync, writeFileSync} from "node:fs";
import {cpus, loadavg, platform, totalmem} from "node:os";
import {version as duckdb} from "@duckdb/node-api";
import {execa} from "execa";
import {messageOf} from "../../loaders/config/errors.js";
import {type Benchmark, choose, documentOf, lineOf, linesOf, listBenchmarks} from "./benchmarks.js";

// Runs benchmarks one after another, each in a process of its own. They print figures; only benchmarks of test/soak judge them:
// machines differ.
const help = `npm run bench                        all benchmarks except the long ones
npm run bench name …                 the named benchmarks
npm run bench name -- --option=…     one benchmark with options
npm run bench -- --write             also writes the main figures into BENCHMARKS.md

All benchmarks, with their usual sizes:`;

const file = "BENCHMARKS.md";
const args = process.argv.slice(2);
const benchmarks = listBenchmarks();

if (args.includes("--help")) console.log([help, ...benchmarks.map(({usage}) => usage)].join("\n"));
else for (const benchmark of chosen()) await run(benchmark);

function chosen(): Benchmark[] {
  try {
    return choose(args, benchmarks);
  } catch (error) {
    console.error(`bench: ${messageOf(error)}`);
    process.exitCode = 2;
    return [];
  }
}

async function run({name, path}: Benchmark): Promise<void> {
  const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write");
  const title = [name, ...options].join(" ");
  console.log(`\n${title}`);
  const stdio = {stdin: "inherit", stdout: ["inherit", "pipe"], stderr: "inherit", reject: false} as const;
  const {stdout, exitCode} = await execa(process.execPath, ["--expose-gc", "--import", "tsx", path, ...options], stdio);
  if (exitCode !== 0) {
    console.error(`failed: ${title}`);
    process.exitCode = 1;
  } else if (args.includes("--write")) {
    const {stdout: commit} = await execa("git", ["rev-parse", "--short", "HEAD"]);
    const date = new Date().toISOString().slice(0, 10);
    const line = lineOf(title, stdout, {commit, date, load: loadavg()[0] ?? 0});
    writeFileSync(file, documentOf(machine(), linesOf(readFileSync(file, "utf8")).set(title, line)));
  }
}

function machine(): string {
  const [memory, all] = [Math.round(totalmem() / 2 ** 30), cpus()];
  return `${all.length} × ${all[0]?.model}, ${memory} GiB, ${platform()}, Node ${process.version}, DuckDB ${duckdb()}`;
}
