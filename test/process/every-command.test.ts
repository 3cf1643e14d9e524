import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {tableFromIPC} from "apache-arrow";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {isAlive} from "../../loaders/store/database/files.js";
import {recorded} from "../helpers/store.js";
import {keepOnly, makeWorkspace} from "../helpers/workspace.js";

// Runs each command and each output format once as users do: through npm, in a project's folder.
const workspace = makeWorkspace();
const {root: cwd} = workspace;
beforeAll(() => {
  keepOnly(workspace, {"index.md": "# One"});
  writeFileSync(`${cwd}/saved.json`, recorded);
  const config = {service: {formats: ["leUnsigned"]}, store: {keepBodies: true}, retain: {rows: "1d"}};
  writeFileSync(`${cwd}/feedbook.config.ts`, `export default ${JSON.stringify(config)};`);
});
afterAll(() => workspace.remove());

function start(...args: string[]) {
  const options = {cwd, env: workspace.env, stdin: "ignore", reject: false, all: true, detached: true} as const;
  return execa("npm", ["run", "-s", "feedbook", "--", ...args], options);
}

const keptBody = () =>
  `data/feeds.bodies/${readdirSync(`${cwd}/data/feeds.bodies`).find((name) => name.endsWith(".gz"))}`;

// The command, its arguments, and its output. Each goes on with the store of the commands before it.
const ending: [command: string, args: string[] | (() => string[]), says: RegExp][] = [
  ["load", [], /^latest done/m],
  ["load latest", ["--feeds", "1,112"], /^latest done.* 2 rows/m],
  ["load history", ["--from", "now-2h", "--every", "10m", "--feeds", "1,2"], /^history done/m],
  ["load reduce", () => ["--file", keptBody(), "--feeds", "1"], /^reduce done.* 1 row,/m],
  ["load file", ["saved.json", "--store", "data/real.duckdb"], /^file done.* 3 rows/m],
  ["watch", ["--every", "1s", "--for", "1s", "--feeds", "1"], /^watch done/m],
  ["derive", ["--rebuild"], /^derived \d+ hours of feeds/m],
  ["retain", ["--dry-run"], /nothing is older|would/],
  ["publish", [], /snapshot/],
  ["feeds", ["btc"], /Crypto\.BTC\/USD/],
  ["status", [], /the books balance/],
  ["gaps", ["--feeds", "1"], /gap/],
  ["rejects", [], /no rejected|reject/],
  ["rejects replay", ["--dry-run"], /./],
  ["build", [], /opening views/],
  ["new", ["Weekend gaps"], /weekend-gaps\.md/],
  ["ship", ["--ddl"], /CREATE .*VIEW/],
  ["doctor", [], /^ok/m],
  ["sql", ["SELECT 7 AS seven"], /^seven\n +7$/m],
  ["export", ["feeds", "--to", "feeds.csv"], /./]
];

const running: [command: string, says: RegExp][] = [
  ["serve", /http:\/\/127/], // after the build
  ["sandbox", /http:\/\/127/],
  ["start", /Feedbook is at http/],
  ["dev", /Feedbook is at http/]
];

describe("npm run -s feedbook", () => {
  it.each(ending)("%s ends with 0, and prints its result", async (command, args, says) => {
    const {exitCode, all} = await start(...command.split(" "), ...(Array.isArray(args) ? args : args()));
    expect({exitCode, all}).toEqual({exitCode: 0, all: expect.stringMatching(says)});
  });

  it.each(running)("%s runs until Ctrl-C", async (command, says) => {
    const process = start(command, "--port", "0");
    let said = "";
    process.all.on("data", (text) => {
      said += String(text);
    });
    await expect.poll(() => said, {timeout: 90_000}).toMatch(says);
    const group = -Number(process.pid); // which a terminal interrupts whole
    globalThis.process.kill(group, "SIGINT");
    await process;
    await expect.poll(() => isAlive(group), {timeout: 10_000}).toBe(false);
  });
});

const query = "SELECT priceFeedId, exponent, publishedAt FROM feed_updates WHERE priceFeedId = 1 ORDER BY ALL LIMIT 1";
const asJson = async (source: string) => {
  const {stdout} = await start(
    "sql",
    "--unsafe",
    "--json",
    `SELECT priceFeedId, exponent, epoch_ms(publishedAt) AS ms FROM ${source}`
  );
  return JSON.parse(stdout);
};

describe("npm run -s feedbook export --to", () => {
  it.each(["parquet", "csv", "duckdb", "arrow"])("a file in .%s that has the row", async (format) => {
    const file = `row.${format}`;
    expect(await start("export", query, "--to", file)).toMatchObject({exitCode: 0});
    expect(await read(format, file)).toEqual(await asJson(`(${query})`));
  });
});

async function read(format: string, file: string): Promise<unknown> {
  if (format !== "duckdb" && format !== "arrow") return asJson(`'${file}'`);
  if (format === "duckdb") return asJson(`(SELECT * FROM '${file}')`);
  const rows = tableFromIPC(readFileSync(`${cwd}/${file}`))
    .toArray()
    .map((row) => row.toJSON());
  return rows.map(({priceFeedId, exponent, publishedAt}) => ({
    priceFeedId: Number(priceFeedId),
    exponent,
    ms: Number(publishedAt)
  }));
}
