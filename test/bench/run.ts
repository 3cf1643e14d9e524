import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {arch, cpus, platform, totalmem} from "node:os";
import {join} from "node:path";
import {version as duckdb} from "@duckdb/node-api";
import {execa} from "execa";

// `npm run bench [name …] [-- --option=…]`: runs the benchmarks one after another, each in a process of its own. They print rates and
// ratios, and judge nothing: machines differ. With --help it says which there are; with --write it writes what all of them print,
// and the machine, into BENCHMARKS.md.
const folder = import.meta.dirname;
const names = readdirSync(folder).filter((name) => name.endsWith(".bench.ts"));
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("--"));
const options = args.filter((arg) => arg.startsWith("--") && arg !== "--write"); // for the benchmarks themselves
const sections: string[] = [];

for (const name of names.sort()) {
  const source = readFileSync(join(folder, name), "utf8");
  if (options.includes("--help")) {
    console.log(/Run: (.*)/.exec(source)?.[1]);
    continue;
  }
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  console.log(`\n${name.replace(".bench.ts", "")}`);
  const stdio = {stdin: "inherit", stdout: ["inherit", "pipe"], stderr: "inherit"} as const;
  const {stdout} = await execa(
    process.execPath,
    ["--expose-gc", "--import", "tsx", join(folder, name), ...options],
    stdio
  );
  sections.push(`## ${name.replace(".bench.ts", "")}\n${aimOf(source)}\n\n\`\`\`text\n${stdout.trim()}\n\`\`\`\n`);
}
if (args.includes("--write")) writeFileSync("BENCHMARKS.md", `${await headOf()}\n${sections.join("\n")}`);

// What a benchmark measures, by its comment that says how to run it.
function aimOf(source: string): string {
  const block = source.split("\n\n").find((part) => part.startsWith("// ") && part.includes("Run: ")) ?? "";
  const lines = block.split("\n").filter((line) => line.startsWith("// "));
  const text = lines.map((line) => line.slice(3)).join(" ");
  return text.replace(/Run: (.*)/, "`$1`").trim();
}

async function headOf(): Promise<string> {
  const {stdout: commit} = await execa("git", ["rev-parse", "--short", "HEAD"]);
  const [cpu] = cpus();
  const lines = [
    ["commit", commit],
    ["day", new Date().toISOString().slice(0, 10)],
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
