import {createReadStream, createWriteStream, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {execaNode} from "execa";
import {properties} from "../../loaders/config/choices.js";
import {parsedOf} from "../../loaders/service/sandbox/answer.js";
import {copiedFeeds} from "./generator.js";
import {type Measured, numberOption, runPart, used} from "./measure.js";

// The whole process of `load file`, against `JSON.parse` alone over the same bodies, 100 entries each, as the sandbox sends
// them. Limits: 8 × JSON.parse, 450 MB. Run: npm run bench file [-- --entries=1000000]

const entries = numberOption("entries", 1_000_000);
const bodyEntries = 100;
const firehose = 12_500; // rows/s: 2500 feeds, 5 updates of each

const [part, folder = ""] = process.argv.slice(2);
const parts: Record<string, () => Promise<unknown>> = {write, parse};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measureAll();

async function measureAll(): Promise<void> {
  const own = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    const run = <T>(name: string) => runPart<T>(import.meta.filename, [name, own, `--entries=${entries}`], {});
    await run("write");
    const alone = await run<number>("parse");
    const bodies = join(own, "bodies.ndjson");
    const {seconds, cpu, peak} = await command(["load", "file", bodies, "--store", join(own, "feeds.duckdb")]);
    console.log(
      `${entries} entries, ${(statSync(bodies).size / 1e6).toFixed(0)} MB of JSON in bodies of ${bodyEntries}`
    );
    console.log(`JSON.parse alone, without reading the file: ${alone.toFixed(2)} s`);
    console.log(`the whole process of feedbook load file, publishing and all:
  ${seconds.toFixed(2)} s (cpu ${cpu.toFixed(2)} s), ${(seconds / alone).toFixed(2)} × (cpu ${(cpu / alone).toFixed(2)} ×), \
peak memory ${peak.toFixed(0)} MB, ${(entries / seconds / firehose).toFixed(1)} × as fast as ${firehose} rows/s`);
  } finally {
    rmSync(own, {recursive: true});
  }
}

async function write(): Promise<null> {
  const file = createWriteStream(join(folder, "bodies.ndjson"));
  const feeds = copiedFeeds(bodyEntries);
  for (let second = 0; second * bodyEntries < entries; second++) {
    const update = {timestampUs: (1_770_000_000 + second) * 1_000_000, feeds, properties: [...properties]};
    file.write(`${JSON.stringify({parsed: parsedOf(1, update)})}\n`);
  }
  await new Promise((resolve) => file.end(resolve));
  return null;
}

async function parse(): Promise<number> {
  let seconds = 0;
  for await (const line of createInterface({input: createReadStream(join(folder, "bodies.ndjson"))})) {
    const started = performance.now();
    JSON.parse(line);
    seconds += (performance.now() - started) / 1000;
  }
  return seconds;
}

// The command as a user runs it; it reports its use of the machine at its end.
async function command(args: readonly string[]): Promise<Measured> {
  const reporting = `process.on("exit", () => process.stderr.write("\\n" + JSON.stringify((${used})())))`;
  const started = performance.now();
  const {stderr} = await execaNode("loaders/run.mjs", ["loaders/cli.ts", ...args], {
    nodeOptions: ["--import", `data:text/javascript,${encodeURIComponent(reporting)}`]
  });
  const seconds = (performance.now() - started) / 1000;
  return {seconds, ...JSON.parse(stderr.split("\n").at(-1) ?? "")};
}
