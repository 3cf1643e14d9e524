import {execa} from "execa";
import {expect, it} from "vitest";

it("feeds.duckdb.ts fails without a snapshot, and says what to do", async () => {
  const env = {FEEDBOOK_SNAPSHOT: ""};
  const run = execa(process.execPath, ["--import", "tsx", "src/data/feeds.duckdb.ts"], {env, reject: false});
  expect(await run).toMatchObject({exitCode: 1, stderr: expect.stringContaining("missing FEEDBOOK_SNAPSHOT: run")});
});
