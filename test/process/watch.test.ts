import {existsSync} from "node:fs";
import {expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import {cliFolder} from "../helpers/cli.js";

const {path, run, sql, start} = cliFolder();

it("feedbook watch polls on the grid, publishes, lets others read and load meanwhile, and ends well when interrupted", async () => {
  const watching = start("watch", "--every", "200ms", "--publish-every", "500ms", "--feeds", "1");
  const snapshot = path("data", "feeds.snapshot.duckdb");
  const published = async (query: string) =>
    existsSync(snapshot) ? toRecords(await querySnapshot(snapshot, query)) : [];
  // Marked as simulated before the load has ended.
  const marked = "SELECT simulated, updates > 1 AS some FROM meta";
  await expect.poll(() => published(marked), {timeout: 60_000}).toEqual([{simulated: true, some: true}]);
  expect((await run("load", "latest", "--feeds", "2")).exitCode).toBe(0);
  expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({
    unfinished: 0, // a running watch is not taken for a killed one
    balanced: true,
    loads: [
      {command: "latest", status: "done"},
      {command: "watch", status: "running"}
    ]
  });
  process.kill(watching.pid ?? 0, "SIGINT"); // execa would kill it after five seconds
  const {exitCode, stdout} = await watching;
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringMatching(/^watch interrupted /)});
  const watched = `SELECT any_value(status) AS status, max(loads.rows) = count(*) AS kept, count(*) > 3 AS some,
      count(*) FILTER (epoch_us(feed_updates.publishedAt) % 200000 <> 0) AS off
    FROM loads JOIN responses USING (loadId) JOIN feed_updates USING (responseId)
    WHERE command = 'watch'`;
  expect(await sql(watched)).toEqual([{status: "interrupted", kept: true, some: true, off: 0}]);
  const counts = "SELECT count(*)::INTEGER AS n FROM prices";
  expect(await published(counts)).toEqual(await sql(counts));
});
