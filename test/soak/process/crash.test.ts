import {cpSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {randomLcg} from "d3";
import pLimit from "p-limit";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {useStore} from "../../../loaders/store/open.js";
import {feedbook} from "../../helpers/cli.js";
import {bodyAt} from "../../helpers/store.js";
import {expectEnded, expectWhole, recordsOf, storePath} from "../../helpers/stores/whole.js";

/** A command to kill, and what its rerun must leave: a query that gives `whole`. Some need a store. */
interface Victim {
  name: string;
  args: string[];
  whole: string;
  prepare?: (cwd: string) => Promise<unknown>;
}

// `npm run soak` gives how often, and another seed each time.
const [kills, seed] = [Number(process.env.FEEDBOOK_KILLS ?? 12), Number(process.env.FEEDBOOK_SEED ?? 1)];
const folder = mkdtempSync(join(tmpdir(), "feedbook-crash-"));
const bodies = join(folder, "bodies.ndjson");
const [bodyCount, feedCount] = [4000, 40]; // more bodies than one commit takes
const fileLoad = ["load", "file", bodies, "--simulated"];

const victims: Victim[] = [
  {name: "latest", args: ["load", "latest"], whole: "SELECT count(*) > 40 AS whole FROM feed_updates"},
  {
    name: "history",
    args: ["load", "history", "--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:40:00Z", "--every", "1m"],
    whole: `SELECT count(DISTINCT publishedAt) = 41 AND count(*) = count(DISTINCT (publishedAt, priceFeedId)) AS whole
      FROM feed_updates`
  },
  {
    name: "watch",
    args: ["watch", "--every", "200ms", "--for", "2s", "--publish-every", "400ms"],
    whole: "SELECT count(*) > 40 AS whole FROM feed_updates"
  },
  {
    name: "file",
    args: fileLoad,
    whole: `SELECT count(*) = ${bodyCount} AND sum(rows) = ${(feedCount - 1) * bodyCount} AS whole FROM responses`
  },
  {
    name: "replay",
    args: ["rejects", "replay"],
    whole: `SELECT sum(rows) = ${feedCount * bodyCount} AS whole FROM responses`,
    async prepare(cwd) {
      await feedbook(fileLoad, {cwd});
      await useStore(storePath(cwd), {}, ({connection}) =>
        connection.run(`UPDATE rejected_entries SET entry = '{"priceFeedId":39,"price":"7"}'`)
      );
    }
  },
  {
    name: "retain",
    args: ["retain"],
    whole: "SELECT count(*) = 0 AND (SELECT count(*) > 0 FROM bars_1h) AS whole FROM feed_updates",
    async prepare(cwd) {
      await feedbook(fileLoad, {cwd});
      writeFileSync(join(cwd, "feedbook.config.ts"), 'export default {retain: {rows: "1h"}};');
    }
  }
];

const twoAtATime = pLimit(2);

beforeAll(() => {
  const entries = (i: number) =>
    Array.from({length: feedCount}, (_, id) => ({
      priceFeedId: id === feedCount - 1 ? -1 : id,
      price: String(i + 1),
      exponent: -2
    }));
  const texts = Array.from({length: bodyCount}, (_, i) => bodyAt(1778594100000000 + i, ...entries(i)));
  writeFileSync(bodies, texts.join("\n"));
});

afterAll(() => rmSync(folder, {recursive: true}));

describe.concurrent("a command that is killed at any moment", () => {
  it.each(victims)(
    "leaves a whole store, and its rerun doubles nothing: $name",
    {timeout: 3_600_000},
    async (victim) => {
      const random = randomLcg((seed + victims.indexOf(victim)) / 2 ** 20);
      const made = mkdtempSync(join(folder, `${victim.name}-`));
      await victim.prepare?.(made);
      let life = await twoAtATime(() => killAndRerun(victim, made, 60_000));
      for (let i = 0; i < kills / victims.length; i++) {
        const moment = life * (random() < 0.4 ? 0.3 + 0.7 * random() : 0.7 + 0.35 * random()); // most happens at the end
        const took = await twoAtATime(() => killAndRerun(victim, made, moment));
        if (took < moment) life = took; // it ended before it was killed
      }
    }
  );
});

// In a copy of the folder. Gives how long the command lived, in ms.
async function killAndRerun({args, whole}: Victim, made: string, moment: number): Promise<number> {
  const cwd = mkdtempSync(join(folder, "killed-"));
  cpSync(made, cwd, {recursive: true});
  const started = performance.now();
  const running = feedbook(args, {cwd});
  await Promise.race([setTimeout(moment), running]);
  const life = performance.now() - started;
  running.kill("SIGKILL");
  await running;
  await expectWhole(cwd).catch((error) => {
    if (!String(error).includes("no store at")) throw error;
  });
  expect(await feedbook(args, {cwd})).toMatchObject({exitCode: 0});
  await expectWhole(cwd);
  if (args[0] !== "retain") await expectEnded(cwd);
  expect(await recordsOf(cwd, whole)).toEqual([{whole: true}]);
  rmSync(cwd, {recursive: true});
  return life;
}
