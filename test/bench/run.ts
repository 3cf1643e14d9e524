import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {arch, cpus, loadavg, platform, totalmem} from "node:os";
import {join} from "node:path";
import {version as duckdb} from "@duckdb/node-api";
import {execa} from "execa";

// `npm run bench [name …] [-- --option=…]`: runs the benchmarks one after another, each in a process of its own. They print rates and
// ratios, and judge nothing: machines differ. With --help it says which there are; with --write it writes the machine, and what each
// prints, into BENCHMARKS.md, and keeps there what others printed earlier. Those in test/soak take an hour and judge: they run only
// if they are named, or with --write.
const file = "BENCHMARKS.md";
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("--"));
const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write"); // for the benchmarks themselves
const [helps, writes] = [options.includes("--help"), args.includes("--write")];
const folders = [import.meta.dirname, join(import.meta.dirname, "../soak")];
const all = folders.flatMap((folder, i) => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".bench.ts"));
  return names.map((name) => ({name: name.replace(".bench.ts", ""), path: join(folder, name), long: i === 1}));
});
const sections = new Map(existsSync(file) ? readFileSync(file, "utf8").split("\n## ").slice(1).map(named) : []);

for (const {name, path, long} of all) {
  const source = readFileSync(path, "utf8");
  if (helps) console.log(/Run: (.*)/.exec(source)?.[1]);
  else if (wanted.length > 0 ? wanted.some((word) => name.includes(word)) : writes || !long)
    await run(name, path, source);
}

async function run(name: string, path: string, source: string): Promise<void> {
  console.log(`\n${name}`);
  const stdio = {stdin: "inherit", stdout: ["inherit", "pipe"], stderr: "inherit", reject: false} as const;
  const {stdout, exitCode} = await execa(process.execPath, ["--expose-gc", "--import", "tsx", path, ...options], stdio);
  if (exitCode !== 0) {
    console.error(`failed: ${name}`);
    process.exitCode = 1;
  } else if (writes) {
    const text = `${name}\n${aimOf(source)}\n\n\`\`\`text\n${stdout.trim()}\n\`\`\`\n\n${await stateText()}\n`;
    sections.set(name, text);
    const known = all.flatMap(({name}) => sections.get(name) ?? []);
    writeFileSync(file, [head(), ...known].join("\n## "));
  }
}

function named(section: string): [name: string, section: string] {
  return [section.slice(0, section.indexOf("\n")), section];
}

// What a benchmark measures, by its comment that says how to run it.
function aimOf(source: string): string {
  const block = source.split("\n\n").find((part) => part.startsWith("// ") && part.includes("Run: ")) ?? "";
  const lines = block.split("\n").filter((line) => line.startsWith("// "));
  const text = lines.map((line) => line.slice(3)).join(" ");
  return text.replace(/Run: (.*)/, "`$1`").trim();
}

async function stateText(): Promise<string> {
  const {stdout: commit} = await execa("git", ["rev-parse", "--short", "HEAD"]);
  const how = options.length === 0 ? "" : `, with ${options.join(" ")}`;
  const loads = loadavg().map((load) => load.toFixed(1)); // much above that of the benchmark itself: other work disturbed it
  return `Measured at ${commit} on ${new Date().toISOString().slice(0, 10)}${how}. Load averages at its end: ${loads.join(", ")}.`;
}

function head(): string {
  const [cpu] = cpus();
  const lines = [
    ["processors", `${cpus().length} × ${cpu?.model}`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["system", `${platform()} ${arch()}`],
    ["Node", process.version],
    ["DuckDB", duckdb()]
  ];
  return `# Benchmarks
Made by \`npm run bench -- --write\`, which runs all of them. Rates depend on the machine; ratios were measured in one run.

| | |
|---|---|
${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}
`;
}
