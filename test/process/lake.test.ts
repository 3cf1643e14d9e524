import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {feedbook} from "../helpers/cli.js";
import {killedBefore, onStart} from "../helpers/faults.js";
import {expectWhole, recordsOf} from "../helpers/stores/whole.js";
import {startBucketServer} from "../lake/bucket-server.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-lake-"));
const lake = join(folder, "lake");

afterAll(() => rmSync(folder, {recursive: true}));

describe("processes that write one lake", () => {
  it("lose and double nothing, though some are killed", async () => {
    const hosts = await Promise.all([0, 1, 2, 3].map(loaded));
    const ends = await Promise.all([
      written(hosts[0], killedBefore(/^COPY/, 3)), // while it writes its files
      written(hosts[1], killedBeforeRename(4)), // while they get their places
      written(hosts[2]),
      written(hosts[3])
    ]);
    expect(ends.map(({signal, exitCode}) => signal ?? exitCode)).toEqual(["SIGKILL", "SIGKILL", 0, 0]);
    for (const cwd of hosts) expect(await written(cwd)).toMatchObject({exitCode: 0});
    for (const cwd of hosts)
      expect(await feedbook(["lake", "verify", lake], {cwd})).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("equals")
      });
    expect(readdirSync(join(lake, "_temporary"))).toEqual([]);
    const merged = join(folder, "merged");
    mkdirSync(merged);
    expect(await feedbook(["lake", "import", lake], {cwd: merged})).toMatchObject({exitCode: 0});
    await expectWhole(merged);
    expect(await recordsOf(merged, held)).toEqual([{rows: 4 * bodies * feeds, feeds: 4 * feeds}]);
    rmSync(join(lake, "feed_updates"), {recursive: true});
    expect(await feedbook(["lake", "verify", lake], {cwd: merged})).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("is missing")
    });
  });
});

describe("a lake in a bucket", () => {
  it("is asked by the command", async () => {
    const server = await startBucketServer();
    const env = {AWS_ENDPOINT_URL: server.address, AWS_ACCESS_KEY_ID: "AKIATEST", AWS_SECRET_ACCESS_KEY: "secret"};
    const {exitCode, stderr} = await feedbook(["lake", "import", "s3://market/lake"], {cwd: folder, env});
    await server.stop();
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("no lake at s3://market/lake: feedbook lake write makes one")
    });
  });
});

const [bodies, feeds] = [6, 50];
const held = "SELECT count(*)::INTEGER AS rows, count(DISTINCT priceFeedId)::INTEGER AS feeds FROM feed_updates";

// A store of feeds that no other has.
async function loaded(host: number): Promise<string> {
  const cwd = join(folder, `host-${host}`);
  mkdirSync(cwd);
  const lines = Array.from({length: bodies}, (_, i) => {
    const priceFeeds = Array.from({length: feeds}, (_, id) => ({
      priceFeedId: host * feeds + id,
      price: i + 1,
      exponent: -2
    }));
    return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + i * 9e9), priceFeeds}});
  });
  writeFileSync(join(cwd, "bodies.ndjson"), lines.join("\n"));
  expect(await feedbook(["load", "file", "bodies.ndjson"], {cwd})).toMatchObject({exitCode: 0});
  return cwd;
}

function written(cwd = "", env: Record<string, string> = {}) {
  return feedbook(["lake", "write", lake], {cwd, env});
}

// Files of rows got their places before.
function killedBeforeRename(at: number): Record<string, string> {
  return onStart(`const {default: fs} = await import("node:fs");
    const {renameSync} = fs;
    let left = ${at};
    fs.renameSync = function (from, to) {
      if (from.endsWith(".parquet") && --left === 0) process.kill(process.pid, "SIGKILL");
      return renameSync.call(this, from, to);
    };`);
}
