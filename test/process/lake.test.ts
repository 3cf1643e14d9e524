import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, it, onTestFinished} from "vitest";
import {feedbook} from "../helpers/cli.js";
import {killedBefore, onStart} from "../helpers/faults.js";
import {bodyAt} from "../helpers/store.js";
import {expectWhole, recordsOf} from "../helpers/stores/whole.js";

const [bodies, feeds] = [6, 50];

it("processes that write one lake lose and double nothing, though some are killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-lake-"));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const lake = join(folder, "lake");
  const write = (cwd = "", env: Record<string, string> = {}) => feedbook(["lake", "write", lake], {cwd, env});
  const hosts = await Promise.all([0, 1, 2].map((host) => loaded(join(folder, `host-${host}`), host)));
  const ends = await Promise.all([
    write(hosts[0], killedBefore(/^COPY/, 3)), // while it writes its files
    write(hosts[1], killedBeforeRename(4)), // while they get their places
    write(hosts[2])
  ]);
  expect(ends.map(({signal, exitCode}) => signal ?? exitCode)).toEqual(["SIGKILL", "SIGKILL", 0]);
  for (const cwd of hosts) expect(await write(cwd)).toMatchObject({exitCode: 0});
  for (const cwd of hosts) expect(await feedbook(["lake", "verify", lake], {cwd})).toMatchObject({exitCode: 0});
  expect(readdirSync(join(lake, "_temporary"))).toEqual([]);
  const merged = join(folder, "merged");
  mkdirSync(merged);
  expect(await feedbook(["lake", "import", lake], {cwd: merged})).toMatchObject({exitCode: 0});
  await expectWhole(merged);
  const counts = "SELECT count(*)::INTEGER AS rows, count(DISTINCT priceFeedId)::INTEGER AS feeds FROM feed_updates";
  expect(await recordsOf(merged, counts)).toEqual([{rows: 3 * bodies * feeds, feeds: 3 * feeds}]);
});

// A store of feeds that no other host has.
async function loaded(cwd: string, host: number): Promise<string> {
  mkdirSync(cwd);
  const lines = Array.from({length: bodies}, (_, i) => {
    const entries = Array.from({length: feeds}, (_, id) => ({priceFeedId: host * feeds + id, price: i, exponent: -2}));
    return bodyAt(1778594100000000 + i * 9e9, ...entries);
  });
  writeFileSync(join(cwd, "bodies.ndjson"), lines.join("\n"));
  expect(await feedbook(["load", "file", "bodies.ndjson"], {cwd})).toMatchObject({exitCode: 0});
  return cwd;
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
