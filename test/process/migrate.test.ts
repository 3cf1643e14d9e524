import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, it, onTestFinished} from "vitest";
import {todaysVersion} from "../../loaders/store/migrate.js";
import {openStore} from "../../loaders/store/open.js";
import {feedbook} from "../helpers/cli.js";
import {inStore, makeOldStore, rowsOf, shapeOf} from "../store/old.js";
import {killedBefore} from "./faults.js";

it("a store whose migration is killed comes up to date with every row", {timeout: 300_000}, async () => {
  const cwd = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));
  onTestFinished(() => rmSync(cwd, {recursive: true}));
  const [old, path] = [join(cwd, "old.duckdb"), join(cwd, "killed.duckdb")];
  await makeOldStore(old, 1);
  const before = await inStore(old, (connection) => rowsOf({connection}));
  const fresh = await openStore(join(cwd, "new.duckdb"));
  const shape = await shapeOf(fresh);
  fresh.close();
  for (const [statement, at] of [
    [/INSERT INTO schema_migrations/, 1],
    [/INSERT INTO schema_migrations/, todaysVersion - 1],
    [/^COMMIT/, 1],
    [/^(?:CREATE|COMMENT)/, 10]
  ] as const) {
    rmSync(`${path}.wal`, {force: true});
    copyFileSync(old, path);
    const ended = await feedbook(["derive", "--store", path], {cwd, env: killedBefore(statement, at)});
    expect({statement, signal: ended.signal}).toEqual({statement, signal: "SIGKILL"});
    const store = await openStore(path);
    expect(await shapeOf(store)).toEqual(shape);
    expect(await rowsOf(store)).toMatchObject(before);
    store.close();
  }
});
