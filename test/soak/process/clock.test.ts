import {describe, expect, it} from "vitest";
import {cliFolder, feedbook} from "../../helpers/cli.js";
import {clockSetBack} from "../../helpers/faults.js";

const {path, run, sql} = cliFolder();

describe("a clock that is set back by an hour", () => {
  it("loses and doubles nothing, keeps the order of ids, and stays on the grid", {timeout: 120_000}, async () => {
    const started = Date.now();
    const watching = ["watch", "--every", "200ms", "--for", "9s", "--feeds", "1,2"];
    const {exitCode, stderr} = await feedbook(watching, {cwd: path(), env: clockSetBack(6000)});
    expect({exitCode, warnings: stderr.match(/warning/g)}).toEqual({exitCode: 0, warnings: null});
    const [held] = (await sql(ordered)) as Record<string, number>[];
    expect(held).toMatchObject({torn: 0, off: 0, unordered: 0, doubled: 0});
    expect(held?.earlier).toBeGreaterThan(0);
    expect(held?.later).toBeGreaterThan(0); // it did not wait for an hour
    expect(Date.now() - started).toBeLessThan(60_000);
    const [{status}] = (await sql("SELECT status FROM loads")) as [{status: string}];
    expect(status).toBe("done");
  });

  it("leaves the ledger as it was: nothing is asked for again, and what is missing is", {
    timeout: 120_000
  }, async () => {
    const range = ["load", "history", "--from", "2026-05-12T13:00:00Z", "--every", "1m", "--feeds", "1", "--json"];
    const first = await run(...range, "--to", "2026-05-12T13:05:00Z");
    expect(JSON.parse(first.stdout)).toMatchObject({rows: 6, alreadyThere: 0});
    const env = clockSetBack(0);
    const second = await feedbook([...range, "--to", "2026-05-12T13:09:00Z"], {cwd: path(), env});
    expect(JSON.parse(second.stdout)).toMatchObject({rows: 4, alreadyThere: 6});
    const twice =
      "SELECT count(*)::INTEGER AS n FROM (FROM feed_updates SELECT publishedAt GROUP BY ALL HAVING count(*) > 1)";
    expect(await sql(twice)).toEqual([{n: 0}]);
  });
});

const ordered = `
WITH polls AS (
  SELECT *, lag(receivedAt) OVER (ORDER BY responseId) > receivedAt + INTERVAL 30 MINUTE AS isBack FROM responses
), step AS (
  SELECT min(responseId) AS first FROM polls WHERE isBack
)
SELECT
  count(*) FILTER (rows <> 2)::INTEGER AS torn,
  count(*) FILTER (epoch_us(publishedAt) % 200000 <> 0)::INTEGER AS off,
  count(*) FILTER (isBack)::INTEGER - 1 AS unordered,
  (count(*) - count(DISTINCT responseId))::INTEGER AS doubled,
  count(*) FILTER (responseId < (SELECT first FROM step))::INTEGER AS earlier,
  count(*) FILTER (responseId >= (SELECT first FROM step))::INTEGER AS later
FROM polls`;
