import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {arch, cpus, loadavg, platform, totalmem} from "node:os";
import {version as duckdb} from "@duckdb/node-api";
import {execa} from "execa";
import {messageOf} from "../../loaders/config/errors.js";
import {choose, listBenchmarks, partsOf} from "./benchmarks.js";
import {documentOf, resultOf, resultsOf} from "./document.js";

// Runs benchmarks one after another, each in a process of its own. They print rates and ratios, and judge nothing (but those of
// test/soak): machines differ. With --write, what each prints becomes its section of BENCHMARKS.md; other sections stay.
const help = `npm run bench                        all benchmarks but those that take an hour
npm run bench -- --write             all benchmarks, and what they print into BENCHMARKS.md
npm run bench name …                 those named, also with --write
npm run bench name -- --option=…     one benchmark with options, which are for no more than one; with --write it gets a
                                     section of its own, which npm run bench -- --write then makes anew as well

All, with the sizes that they have without options:`;

const file = "BENCHMARKS.md";
const args = process.argv.slice(2);
const benchmarks = listBenchmarks();
const results = resultsOf(existsSync(file) ? readFileSync(file, "utf8") : "");

if (args.includes("--help")) console.log([help, ...benchmarks.map(({usage}) => usage)].join("\n"));
else for (const title of titles()) await run(title);

function titles(): string[] {
  try {
    return choose(args, benchmarks, results.keys());
  } catch (error) {
    console.error(`bench: ${messageOf(error)}`);
    process.exitCode = 2;
    return [];
  }
}

async function run(title: string): Promise<void> {
  const [name, ...options] = partsOf(title);
  const benchmark = benchmarks.find((one) => one.name === name);
  if (benchmark === undefined) return;
  console.log(`\n${title}`);
  const stdio = {stdin: "inherit", stdout: ["inherit", "pipe"], stderr: "inherit", reject: false} as const;
  const command = ["--expose-gc", "--import", "tsx", benchmark.path, ...options];
  const {stdout, exitCode} = await execa(process.execPath, command, stdio);
  if (exitCode !== 0) {
    console.error(`failed: ${title}`);
    process.exitCode = 1;
  } else if (args.includes("--write")) {
    const {stdout: commit} = await execa("git", ["rev-parse", "--short", "HEAD"]);
    const date = new Date().toISOString().slice(0, 10);
    results.set(title, resultOf(stdout, {commit, date, loads: loadavg()}));
    writeFileSync(file, documentOf(machine(), results, benchmarks));
  }
}

function machine(): [name: string, value: string][] {
  const [cpu] = cpus();
  return [
    ["processors", `${cpus().length} × ${cpu?.model}`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["system", `${platform()} ${arch()}`],
    ["Node", process.version],
    ["DuckDB", duckdb()]
  ];
}
