import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/query.js";
import {readStore} from "../../loaders/store/reader.js";
import {feedbook} from "../helpers/cli.js";

// FEEDBOOK_KILLS=200 npx vitest run test/process/crash.test.ts kills more often than the gate has time for.
const kills = Number(process.env.FEEDBOOK_KILLS ?? 16);
const cwd = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const storePath = join(cwd, "data", "feeds.duckdb");
const bodies = join(cwd, "bodies.ndjson");

const commands = [
  ["load", "latest"],
  ["load", "history", "--from", "now-1d", "--every", "1m"],
  ["watch", "--every", "50ms"],
  ["load", "file", bodies, "--simulated", "--again"]
];

beforeAll(async () => {
  writeFileSync(bodies, Array.from({length: 3000}, (_, i) => `${body(i)}\n`).join(""));
  expect((await feedbook(["load", "latest"], {cwd})).exitCode).toBe(0);
});

afterAll(() => rmSync(cwd, {recursive: true}));

describe("a loader that is killed", () => {
  it.each(Array.from({length: kills}, (_, i) => i))("leaves a whole store (kill %i)", async (i) => {
    const loading = feedbook(commands[i % commands.length] ?? [], {cwd});
    await setTimeout(300 + ((i * 797) % 1700)); // from before the store is opened to after rows were committed
    loading.kill("SIGKILL");
    await loading;
    expect(await books()).toEqual({unbalanced: 0, torn: 0, strays: 0});
  });

  it("does not stop the next load", async () => {
    expect((await feedbook(["load", "latest"], {cwd})).exitCode).toBe(0);
    const {stdout} = await feedbook(["status"], {cwd});
    expect(stdout).toContain("the books balance");
  });
});

async function books(): Promise<Record<string, unknown> | undefined> {
  const sql = `
    WITH held AS (
      SELECT responseId, count(*) AS rows FROM feed_updates GROUP BY responseId
    ), refused AS (
      SELECT responseId, count(*) AS rejected FROM rejected_entries GROUP BY responseId
    )
    SELECT
      count(*) FILTER (r.entries IS DISTINCT FROM r.rows + r.rejected)::INTEGER AS unbalanced,
      count(*) FILTER (r.rows <> coalesce(held.rows, 0) OR r.rejected <> coalesce(refused.rejected, 0))::INTEGER AS torn,
      (SELECT count(*) FROM held ANTI JOIN responses USING (responseId))::INTEGER AS strays
    FROM responses AS r LEFT JOIN held USING (responseId) LEFT JOIN refused USING (responseId)`;
  const [row] = await readStore(storePath, ({connection}) => queryRecords(connection, sql));
  return row;
}

function body(i: number): string {
  const entries = Array.from({length: 40}, (_, id) => ({
    priceFeedId: id === 39 ? -1 : id,
    price: String(i + 1),
    exponent: -2
  }));
  return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + i), priceFeeds: entries}});
}
