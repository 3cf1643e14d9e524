import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import pLimit from "p-limit";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/query.js";
import {readStore} from "../../loaders/store/reader.js";
import {type Compiled, compileLoaders} from "../helpers/compiled.js";

// FEEDBOOK_KILLS=1000 npx vitest run test/process/crash.test.ts kills more often than the gate has time for.
const kills = Number(process.env.FEEDBOOK_KILLS ?? 200);
const seed = Number(process.env.FEEDBOOK_SEED ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const bodies = join(folder, "bodies.ndjson");
const [bodyCount, instants] = [4000, 41]; // more bodies than one commit takes; one instant a minute
const twoAtATime = pLimit(2);
const phases = new Map<string, Map<string, number>>();
let loaders: Compiled;

/** A load to kill: what it takes, what it must have booked when it came to its end, and what must not be doubled. */
interface Victim {
  name: string;
  args: string[];
  whole?: string;
  once?: string;
}

const victims: Victim[] = [
  {name: "latest", args: ["load", "latest"]},
  {
    name: "history",
    args: ["load", "history", "--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:40:00Z", "--every", "1m"],
    whole: `SELECT count(DISTINCT publishedAt) = ${instants} AS whole FROM feed_updates`,
    once: "SELECT publishedAt, priceFeedId FROM feed_updates GROUP BY ALL HAVING count(*) > 1"
  },
  {name: "watch", args: ["watch", "--every", "200ms", "--for", "2s", "--publish-every", "400ms"]},
  {
    name: "file",
    args: ["load", "file", bodies, "--simulated"],
    whole: `SELECT count(*) = ${bodyCount} AND sum(rows) = ${39 * bodyCount} AS whole FROM responses`,
    once: "SELECT bodyHash FROM responses GROUP BY ALL HAVING count(*) > 1"
  }
];

beforeAll(async () => {
  loaders = await compileLoaders();
  writeFileSync(bodies, Array.from({length: bodyCount}, (_, i) => `${body(i)}\n`).join(""));
});

afterAll(() => {
  loaders.remove();
  rmSync(folder, {recursive: true});
  const told = [...phases].map(([name, counts]) => {
    return `${name}: ${[...counts].map(([phase, count]) => `${count} ${phase}`).join(", ")}`;
  });
  console.log(`kills by phase (seed ${seed})\n  ${told.join("\n  ")}`);
});

describe.concurrent("a loader that is killed at any moment", () => {
  it.each(victims)("leaves a whole store, and its rerun doubles nothing: $name", {timeout: 900_000}, async (victim) => {
    const random = randomNumbers(seed + victims.indexOf(victim));
    const counts = new Map<string, number>();
    phases.set(victim.name, counts);
    let cwd = newPlace(victim, 0);
    let life = await twoAtATime(() => lifeOf(victim, cwd));
    for (let i = 1; i <= kills / victims.length; i++) {
      const moment = life * (random() < 0.4 ? 0.3 + 0.7 * random() : 0.7 + 0.35 * random()); // most happens at the end
      const phase = await twoAtATime(() => kill(victim, cwd, moment));
      counts.set(phase, (counts.get(phase) ?? 0) + 1);
      if (phase === "before it was booked") life *= 1.1; // the machine is busy now
      if (phase !== "after its end" && i % 8 !== 0) continue;
      if (phase === "after its end") life *= 0.85;
      await twoAtATime(() => rerun(victim, cwd));
      cwd = newPlace(victim, i); // killed while it makes its store, too
    }
  });
});

function newPlace({name}: Victim, i: number): string {
  return mkdtempSync(join(folder, `${name}-${i}-`));
}

async function lifeOf({args}: Victim, cwd: string): Promise<number> {
  const started = performance.now();
  expect(await loaders.run(args, {cwd})).toMatchObject({exitCode: 0});
  rmSync(join(cwd, "data"), {recursive: true});
  return performance.now() - started;
}

async function kill({args, once}: Victim, cwd: string, moment: number): Promise<string> {
  const loading = loaders.run(args, {cwd});
  const before = existsSync(storePath(cwd)) ? await loadCount(cwd) : 0;
  await Promise.race([setTimeout(moment), loading]);
  loading.kill("SIGKILL");
  const {exitCode} = await loading;
  if (!existsSync(storePath(cwd))) return "before there was a store";
  const remains = readdirSync(join(cwd, "data"));
  const [newest] = await records(cwd, "SELECT rows FROM loads ORDER BY startedAt DESC LIMIT 1");
  const booked = (await loadCount(cwd)) > before;
  await expectWhole(cwd, once);
  if (exitCode === 0) return "after its end";
  if (remains.includes(`feeds.snapshot.duckdb.${loading.pid}.tmp`)) return "publishing";
  if (remains.includes("feeds.duckdb.wal")) return "committing";
  if (!booked) return "before it was booked";
  return Number(newest?.rows) > 0 ? "after a commit" : "before its first commit";
}

async function rerun({args, whole, once}: Victim, cwd: string): Promise<void> {
  expect(await loaders.run(args, {cwd})).toMatchObject({exitCode: 0});
  await expectWhole(cwd, once);
  if (whole) expect(await records(cwd, whole)).toEqual([{whole: true}]);
  rmSync(cwd, {recursive: true});
}

async function expectWhole(cwd: string, once?: string): Promise<void> {
  expect(await records(cwd, books)).toEqual([{unbalanced: 0, torn: 0, strays: 0, doubled: 0}]);
  if (once) expect(await records(cwd, once)).toEqual([]);
}

const books = `
WITH held AS (
  SELECT responseId, count(*) AS rows, count(DISTINCT entryIndex) AS places FROM feed_updates GROUP BY responseId
), refused AS (
  SELECT responseId, count(*) AS rejected FROM rejected_entries GROUP BY responseId
)
SELECT
  count(*) FILTER (r.entries IS DISTINCT FROM r.rows + r.rejected)::INTEGER AS unbalanced,
  count(*) FILTER (r.rows <> coalesce(held.rows, 0) OR r.rejected <> coalesce(refused.rejected, 0))::INTEGER AS torn,
  (SELECT count(*) FROM held ANTI JOIN responses USING (responseId))::INTEGER AS strays,
  count(*) FILTER (held.rows <> held.places)::INTEGER AS doubled
FROM responses AS r LEFT JOIN held USING (responseId) LEFT JOIN refused USING (responseId)`;

async function loadCount(cwd: string): Promise<number> {
  return Number((await records(cwd, "SELECT count(*) AS loads FROM loads"))[0]?.loads);
}

function records(cwd: string, sql: string): Promise<Record<string, unknown>[]> {
  return readStore(storePath(cwd), ({connection}) => queryRecords(connection, sql));
}

function storePath(cwd: string): string {
  return join(cwd, "data", "feeds.duckdb");
}

function body(i: number): string {
  const entries = Array.from({length: 40}, (_, id) => ({
    priceFeedId: id === 39 ? -1 : id,
    price: String(i + 1),
    exponent: -2
  }));
  return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + i), priceFeeds: entries}});
}

// The same numbers from the same seed (mulberry32).
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
