import {existsSync} from "node:fs";
import {createRequire} from "node:module";
import {Command} from "commander";
import pc from "picocolors";
import {assertToken, readSettings, type Settings} from "../config/settings.js";
import {createClient} from "../service/client.js";
import {duckdbVersion} from "../store/binding.js";
import {readStore} from "../store/reader.js";
import {storeStatus} from "../store/status.js";
import {print, printJson, safeText} from "./output.js";
import {type CommonOptions, exitCodes, withCommon} from "./run.js";

interface Finding {
  what: string;
  ok: boolean;
  text: string;
}

/** `doctor`: checks what a load and the pages need; each line says ok, or what to do. */
export function doctorCommand(): Command {
  return withCommon(new Command("doctor"))
    .description("check what loads and pages need; each line says ok, or what to do")
    .addHelpText("after", "\nExample:\n  feedbook doctor --base-url https://prices.example")
    .action(async (_options: CommonOptions, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const findings = await examine(options);
      if (options.json) printJson(findings);
      else for (const finding of findings) print(lineOf(finding));
      const wrong = findings.find(({ok}) => !ok)?.what;
      process.exitCode =
        wrong === undefined ? exitCodes.done : wrong === "configuration" ? exitCodes.usage : exitCodes.failed;
    });
}

async function examine(options: CommonOptions): Promise<Finding[]> {
  const findings = [await check("node", nodeVersion), await check("duckdb", async () => duckdbVersion())];
  let settings: Settings | null = null;
  findings.push(
    await check("configuration", async () => {
      settings = await readSettings({flags: options});
      return existsSync("feedbook.config.ts") ? "feedbook.config.ts" : "defaults (no feedbook.config.ts here)";
    })
  );
  if (settings !== null) findings.push(...(await examineWith(settings)));
  return [...findings, await check("browser assets", browserAssets)];
}

async function examineWith(settings: Settings): Promise<Finding[]> {
  return [
    await check("service", () => service(settings)),
    await check("store", () => store(settings)),
    await check("snapshot", async () => {
      if (existsSync(settings.snapshotPath)) return settings.snapshotPath;
      if (!existsSync(settings.storePath)) return "none yet: it is written when a load ends";
      throw new Error(`none at ${settings.snapshotPath}: feedbook publish writes it`);
    })
  ];
}

async function check(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return {what, ok: true, text: await look()};
  } catch (error) {
    return {what, ok: false, text: error instanceof Error ? error.message : String(error)};
  }
}

async function nodeVersion(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return process.versions.node;
  throw new Error(`${process.versions.node} is too old: install Node 20.19 or newer`);
}

async function service(settings: Settings): Promise<string> {
  const {baseUrl, token, service: how} = settings;
  assertToken(settings);
  if (baseUrl === null) return "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set";
  const client = createClient({baseUrl, token, service: how});
  const catalogue = await client.catalogue();
  const stable = catalogue.filter(({state}) => state === "stable");
  const first = stable[0]?.priceFeedId ?? 1;
  const {latencyMs} = await client.latestPrice({ids: [first]});
  const auth = how.auth === null ? "no authentication" : "the token is accepted";
  return `${baseUrl}: ${stable.length} stable feeds, ${auth}, feed ${first} answers in ${Math.round(latencyMs)} ms`;
}

async function store({storePath}: Settings): Promise<string> {
  if (!existsSync(storePath)) return `none yet at ${storePath}: a load makes it`;
  const {meta, balanced} = await readStore(storePath, storeStatus);
  if (balanced) return `${storePath}: ${meta.updates} updates, the books balance`;
  throw new Error(`${storePath}: the books do not balance: restore a backup, or load into another store`);
}

async function browserAssets(): Promise<string> {
  try {
    createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
    return "DuckDB-Wasm is installed";
  } catch {
    throw new Error("DuckDB-Wasm is not installed: run npm ci");
  }
}

function lineOf({what, ok, text}: Finding): string {
  return `${ok ? pc.green("ok ") : pc.red("fix")} ${what}: ${safeText(text)}`;
}
