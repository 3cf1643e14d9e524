import {cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {afterAll, describe, expect, it} from "vitest";
import {sqlOf} from "../../../loaders/inspect/status.js";
import {feedbook} from "../../helpers/cli.js";
import {randomNumbers} from "../../helpers/random.js";
import {recordsOf, whole} from "../../helpers/stores/whole.js";

describe("feedbook retain that is killed at any moment", () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-retain-"));
  afterAll(() => {
    rmSync(folder, {recursive: true});
  });
  const state = (cwd: string) =>
    recordsOf(
      cwd,
      "SELECT count(*) AS rows, bit_xor(hash(f)) AS hash, (SELECT bit_xor(hash(b)) FROM bars_1m AS b) AS bars FROM feed_updates AS f"
    );

  it("leaves a whole store with all or with what stays, and its rerun drops the rest", {timeout: 600_000}, async () => {
    const seed = Number(process.env.FEEDBOOK_SEED ?? 1);
    const [random, made, bodies] = [randomNumbers(seed), mkdtempSync(join(folder, "made-")), join(folder, "b.ndjson")];
    writeFileSync(bodies, bodyLines());
    expect(await feedbook(["load", "file", bodies, "--simulated"], {cwd: made})).toMatchObject({exitCode: 0});
    writeFileSync(join(made, "feedbook.config.ts"), 'export default {retain: {rows: "90d"}};');
    const all = await state(made);
    const retain = async (moment: number): Promise<number> => {
      const cwd = mkdtempSync(join(folder, "killed-"));
      cpSync(made, cwd, {recursive: true});
      const started = performance.now();
      const running = feedbook(["retain"], {cwd});
      await Promise.race([setTimeout(moment), running]);
      const took = performance.now() - started;
      running.kill("SIGKILL");
      await running;
      const [found] = await state(cwd);
      expect(await recordsOf(cwd, sqlOf("integrity"))).toEqual([whole]);
      expect([all[0], kept]).toContainEqual(found);
      expect((await feedbook(["retain"], {cwd})).exitCode).toBe(0);
      kept ??= (await state(cwd))[0];
      expect(await state(cwd)).toEqual([kept]);
      expect(await recordsOf(cwd, sqlOf("integrity"))).toEqual([whole]);
      expect(readdirSync(join(cwd, "data")).filter((name) => name.startsWith("feeds.duckdb"))).toEqual([
        "feeds.duckdb"
      ]);
      rmSync(cwd, {recursive: true});
      return took;
    };
    let kept: Record<string, unknown> | undefined;
    await retain(0);
    expect(kept).toMatchObject({rows: 80_000, bars: all[0]?.bars});
    const life = await retain(60_000);
    for (let i = 0; i < Number(process.env.FEEDBOOK_KILLS ?? 16) / 8; i++) await retain(life * (0.2 + 0.8 * random()));
  });
});

// Half of them a hundred days old.
function bodyLines(): string {
  const now = Date.now();
  return Array.from({length: 4000}, (_, i) => {
    const at = (now - (i % 2) * 100 * 86_400_000 - i * 1000) * 1000;
    const entries = Array.from({length: 40}, (_, id) => ({priceFeedId: id, price: String(i + 1), exponent: -2}));
    return `${JSON.stringify({parsed: {timestampUs: String(at), priceFeeds: entries}})}\n`;
  }).join("");
}
