import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
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
  });
});

describe("feedbook lake verify <lake>", () => {
  // What is done to the files of rows or to the entries of the manifest, and what is said then.
  const damages: [what: string, below: string, damage: (path: string) => void, says: RegExp][] = [
    ["a file of rows is missing", "feed_updates", (path) => rmSync(path), /\.parquet is missing/],
    ["one is torn", "feed_updates", (path) => truncateSync(path, 100), /has 100 bytes and had \d+/],
    ["one has changed", "feed_updates", flipByte, /\.parquet has changed/],
    ["an entry of the manifest is torn", "manifest", (path) => truncateSync(path, 100), /cannot read .*\.json/],
    ["all entries are gone", "manifest", (path) => rmSync(path), /has rows, and no entry in its manifest/],
    ["the manifest is gone", "manifest", (path) => rmSync(dirname(path), {recursive: true}), /has rows, and no entry/]
  ];
  it("exits with 1 where the lake is damaged, as an import does", async () => {
    const cwd = await loaded(4);
    const [whole, damaged] = [join(cwd, "whole"), join(cwd, "damaged")];
    expect(await feedbook(["lake", "write", whole], {cwd})).toMatchObject({exitCode: 0});
    for (const [what, below, damage, says] of damages) {
      cpSync(whole, damaged, {recursive: true});
      damage(fileIn(join(damaged, below)));
      for (const command of ["verify", "import"]) {
        const {exitCode, stdout, stderr} = await feedbook(["lake", command, damaged], {cwd});
        expect({what, exitCode, told: `${stdout}${stderr}`}).toEqual({
          what,
          exitCode: 1,
          told: expect.stringMatching(says)
        });
      }
      rmSync(damaged, {recursive: true});
    }
    expect(await feedbook(["lake", "verify", whole], {cwd})).toMatchObject({exitCode: 0});
    expect(await feedbook(["lake", "verify", "data"], {cwd})).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("data is no lake")
    });
  });
});

function fileIn(folder: string): string {
  const paths = readdirSync(folder, {recursive: true}).map(String);
  return join(folder, `${paths.find((path) => /\.(?:parquet|json)$/.test(path))}`);
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[500] = ~Number(bytes[500]);
  writeFileSync(path, bytes);
}

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
    };
    (await import("node:module")).syncBuiltinESMExports();`);
}
