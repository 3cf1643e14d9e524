import {once} from "node:events";
import {readdirSync} from "node:fs";
import {type AddressInfo, createServer} from "node:net";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {configure, path, run, runWith} = cliFolder();

const words = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = ""]) => quoted ?? word);
const range = "load history --feeds 1 --from 2026-05-12T13:00:00Z --to 2026-05-12T13:05:00Z";
const duration = "give a number and a unit, as in 10s, 5m, 1h or 7d";
const noStore = /no store at \S+feeds\.duckdb: run a load first/;

describe("feedbook in an empty folder", () => {
  it.each<[string, number, string | RegExp]>([
    ["frobnicate", 2, "unknown command 'frobnicate'"],
    ["__proto__", 2, "unknown command"],
    ["lod", 2, "Did you mean load?"],
    ["load lates", 2, "unknown kind of load: lates; did you mean latest?"],
    ["load latest --feeds 1,x", 2, "as in 1,2,112; feedbook feeds btc finds ids, and --symbols takes symbols"],
    ["load history", 2, "--from"],
    [`${range} --every 1ms`, 2, /invalid step: 1ms is not a multiple of the 200 ms step .*: give 200ms$/],
    [`${range} --every 1d`, 2, "invalid range: no multiple of 1d lies between "],
    [`${range} --every 1m --from now+1d`, 2, "invalid range: from now+1d is in the future"],
    [`${range} --every 1s --from 0001-01-01`, 2, /invalid range: \d+ instants are too many/],
    ["load file none.json", 2, "no such file: none.json"],
    ["load reduce --file none.json", 2, "missing --feeds: name the feeds to keep, as in 1,2"],
    ["watch --every 1s --on-event ./nothing", 2, "--on-event: no such file: ./nothing"],
    ["watch --every 100ms", 2, "invalid step: 100ms is not a multiple of the 200 ms step of channel fixed_rate@200ms"],
    ["watch --every 1s --ship", 2, "missing FEEDBOOK_CLICKHOUSE_URL: set it, as in http://127.0.0.1:8123/default"],
    ["watch --every=-5s", 2, `invalid duration: "-5s"; ${duration}`],
    ["gaps --from yesterday", 2, 'invalid time: "yesterday"'],
    ["gaps --from now --to now-1d", 2, "invalid range: from now is after to now-1d: exchange them"],
    ["retain", 2, "set retain in"],
    ["new Mine", 2, "no notebook here: run it in the folder of Feedbook or of a project, where src is"],
    ["export feeds --to out.xlsx", 2, "unknown format: out.xlsx: end its name in .parquet, .csv, .arrow or .duckdb"],
    ["export feeds --to - --format duckdb", 2, "a DuckDB file cannot be streamed"],
    ["build --base https://x", 2, "invalid"],
    ["derive", 1, noStore],
    ["publish", 1, noStore],
    ["gaps", 1, noStore],
    ["status", 1, noStore],
    ["sql 'SELECT 1'", 1, noStore],
    ["export feeds --to out.csv", 1, noStore]
  ])("%s ends with %i, says why, and makes nothing", async (line, exitCode, message) => {
    expect(await run(...words(line))).toMatchObject({
      exitCode,
      stdout: "",
      stderr: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message)
    });
    expect(readdirSync(path())).toEqual([]);
  });

  it("names a mistake in the configuration, and a missing token", async () => {
    configure({service: {chanel: "real_time"}});
    expect(await run("load")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("service.chanel is unknown; did you mean service.channel?")
    });
    configure({});
    expect(await runWith({env: {FEEDBOOK_BASE_URL: "http://127.0.0.1:9"}}, "load", "latest")).toMatchObject({
      exitCode: 2,
      stderr: "feedbook: missing FEEDBOOK_TOKEN: set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox"
    });
  });

  it.each(["start", "sandbox"])("%s ends with 1 when its port is taken", async (command) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const {port} = taken.address() as AddressInfo;
    const ended = await run(command, "--port", String(port));
    taken.close();
    const stderr = `feedbook: port ${port} is taken: stop what uses it, or set another with --port (0: any free one)`;
    expect(ended).toEqual({stdout: "", stderr, exitCode: 1});
  });
});
