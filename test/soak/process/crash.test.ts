import {cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import pLimit from "p-limit";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {useStore} from "../../../loaders/store/open.js";
import {feedbook} from "../../helpers/cli.js";
import {randomNumbers} from "../../helpers/random.js";
import {expectEnded, expectWhole, recordsOf, storePath} from "../../helpers/stores/whole.js";
import {bodyLines, type Victim, victims} from "./victims.js";

// `npm run soak` gives how often, and another seed each time.
const kills = Number(process.env.FEEDBOOK_KILLS ?? 8);
const seed = Number(process.env.FEEDBOOK_SEED ?? 1);
const folder = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const bodies = join(folder, "bodies.ndjson");
const all = victims(bodies);
const twoAtATime = pLimit(2);
const phases = new Map(all.map(({name}) => [name, new Map<string, number>()]));

beforeAll(async () => {
  writeFileSync(bodies, bodyLines());
});

afterAll(() => {
  rmSync(folder, {recursive: true});
  const told = [...phases].map(([name, counts]) => {
    return `${name}: ${[...counts].map(([phase, count]) => `${count} ${phase}`).join(", ")}`;
  });
  console.log(`kills by phase (seed ${seed})\n  ${told.join("\n  ")}`);
});

describe.concurrent("a loader that is killed at any moment", () => {
  it.each(all)("leaves a whole store, and its rerun doubles nothing: $name", {timeout: 900_000}, async (victim) => {
    const random = randomNumbers(seed + all.indexOf(victim));
    let cwd = newPlace(victim, 0);
    let life = await twoAtATime(() => lifeOf(victim, cwd));
    for (let i = 1; i <= kills / all.length; i++) {
      const moment = life * (random() < 0.4 ? 0.3 + 0.7 * random() : 0.7 + 0.35 * random()); // most happens at the end
      const phase = await twoAtATime(() => kill(victim, cwd, moment));
      note(victim, phase);
      if (phase === "before it was booked") life *= 1.1; // the machine is busy now
      if (phase !== "after its end" && i % 2 !== 0) continue;
      if (phase === "after its end") life *= 0.85;
      await twoAtATime(() => rerun(victim, cwd));
      note(victim, "reruns");
      cwd = newPlace(victim, i); // killed while it makes its store, too
    }
  });
});

describe("the kills", () => {
  it("were as many as asked for, hit commits and publishes if they are many, and were all followed by reruns", () => {
    const sum = (phase: string) => all.reduce((count, {name}) => count + (phases.get(name)?.get(phase) ?? 0), 0);
    const names = new Set([...phases.values()].flatMap((counts) => [...counts.keys()]));
    names.delete("reruns");
    expect([...names].reduce((count, phase) => count + sum(phase), 0)).toBe(kills);
    if (kills >= 80) expect(Math.min(sum("committing"), sum("publishing"))).toBeGreaterThan(0);
    for (const {name} of all)
      expect({name, reruns: phases.get(name)?.get("reruns") ?? 0}).not.toEqual({name, reruns: 0});
  });
});

describe("a replay of rejects that is killed at any moment", () => {
  it("leaves the books in balance, and its rerun books what is left, each once", {timeout: 600_000}, async () => {
    const random = randomNumbers(seed);
    const made = mkdtempSync(join(folder, "made-"));
    expect(await feedbook(["load", "file", bodies, "--simulated"], {cwd: made})).toMatchObject({exitCode: 0});
    await useStore(storePath(made), {}, async ({connection}) => {
      await connection.run(`UPDATE rejected_entries SET entry = '{"priceFeedId":39,"price":"7"}'`);
    });
    const replay = async (moment = Number.POSITIVE_INFINITY): Promise<number> => {
      const cwd = mkdtempSync(join(folder, "replay-"));
      cpSync(made, cwd, {recursive: true});
      const started = performance.now();
      const running = feedbook(["rejects", "replay"], {cwd});
      if (moment < Number.POSITIVE_INFINITY) {
        await Promise.race([setTimeout(moment), running]);
        running.kill("SIGKILL");
        await running;
        await expectWhole(cwd);
        expect((await feedbook(["rejects", "replay"], {cwd})).exitCode).toBe(0);
      } else expect((await running).exitCode).toBe(0);
      await expectWhole(cwd);
      expect(await recordsOf(cwd, replayed)).toEqual([{left: 0, rows: 40 * 4000, counted: 40 * 4000}]);
      rmSync(cwd, {recursive: true});
      return performance.now() - started;
    };
    const life = await replay();
    for (let i = 0; i < kills / 4; i++) await replay(life * (0.3 + 0.6 * random()));
  });
});

const replayed = `SELECT
  (SELECT count(*) FROM rejected_entries)::INTEGER AS left,
  (SELECT count(*) FROM feed_updates)::INTEGER AS rows,
  (SELECT sum(rows) FROM loads)::INTEGER AS counted`;

function note({name}: Victim, what: string): void {
  const counts = phases.get(name);
  counts?.set(what, (counts.get(what) ?? 0) + 1);
}

function newPlace({name}: Victim, i: number): string {
  return mkdtempSync(join(folder, `${name}-${i}-`));
}

async function lifeOf({args}: Victim, cwd: string): Promise<number> {
  const started = performance.now();
  expect(await feedbook(args, {cwd})).toMatchObject({exitCode: 0});
  rmSync(join(cwd, "data"), {recursive: true});
  return performance.now() - started;
}

async function kill({args, once}: Victim, cwd: string, moment: number): Promise<string> {
  const loading = feedbook(args, {cwd});
  const before = existsSync(storePath(cwd)) ? await loadCount(cwd) : 0;
  await Promise.race([setTimeout(moment), loading]);
  loading.kill("SIGKILL");
  const {exitCode} = await loading;
  if (!existsSync(storePath(cwd))) return "before there was a store";
  const remains = readdirSync(join(cwd, "data"));
  const [newest] = await recordsOf(cwd, "SELECT rows FROM loads ORDER BY startedAt DESC LIMIT 1");
  const booked = (await loadCount(cwd)) > before;
  await expectWhole(cwd, once);
  if (exitCode === 0) return "after its end";
  if (remains.some((name) => /^feeds\.snapshot\..*\.tmp$/.test(name))) return "publishing";
  if (remains.includes("feeds.duckdb.wal")) return "committing";
  if (!booked) return "before it was booked";
  return Number(newest?.rows) > 0 ? "after a commit" : "before its first commit";
}

async function rerun({args, whole, once}: Victim, cwd: string): Promise<void> {
  expect(await feedbook(args, {cwd})).toMatchObject({exitCode: 0});
  await expectWhole(cwd, once);
  await expectEnded(cwd);
  if (whole) expect(await recordsOf(cwd, whole)).toEqual([{whole: true}]);
  rmSync(cwd, {recursive: true});
}

async function loadCount(cwd: string): Promise<number> {
  return Number((await recordsOf(cwd, "SELECT count(*) AS loads FROM loads"))[0]?.loads);
}
