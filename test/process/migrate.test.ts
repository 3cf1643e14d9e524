import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {execa} from "execa";
import {afterAll, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/database/query.js";
import {todaysVersion} from "../../loaders/store/migrate.js";
import {openStore, readStore} from "../../loaders/store/open.js";
import {casesOf} from "../helpers/soak.js";
import {makeOldStore, rowsOf, shapeOf} from "../helpers/stores/old.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));

afterAll(() => rmSync(folder, {recursive: true}));

// Opens a store and ends, as if killed, before its statement number `at`, when all of a migration but its note has run, or
// after so many ms of it; tells how many statements there were, and which were migrations.
const script = `
const [binding, opening, path, at, after] = process.argv.slice(1);
const {DuckDBConnection} = await import(binding);
const {run} = DuckDBConnection.prototype;
const kill = () => process.kill(process.pid, "SIGKILL");
const note = "INSERT INTO schema_migrations";
const migrations = [];
let statements = 0;
DuckDBConnection.prototype.run = function (sql, ...rest) {
  const isLast = ++statements === Number(at);
  if (sql.includes(note)) migrations.push(statements);
  if (isLast && after === "") kill();
  if (isLast && after === "halfway") return run.call(this, sql.slice(0, sql.lastIndexOf(note))).then(kill);
  if (isLast) setTimeout(kill, Number(after));
  return run.call(this, sql, ...rest);
};
const {openStore} = await import(opening);
(await openStore(path)).close();
process.stdout.write(JSON.stringify({statements, migrations}));`;

async function open(path: string, at = 0, after: number | "" | "halfway" = "") {
  const names = [import.meta.resolve("@duckdb/node-api"), pathToFileURL(resolve("loaders/store/open.ts")).href, path];
  const flags = ["--import", "tsx", "--input-type=module", "-e", script];
  return execa(process.execPath, [...flags, ...names, String(at), String(after)], {reject: false});
}

it("a store whose migration is killed at any statement comes up to date with every row", {
  timeout: 300_000
}, async () => {
  const [old, path] = [join(folder, "old.duckdb"), join(folder, "killed.duckdb")];
  await makeOldStore(old, 1);
  const before = await readStore(old, rowsOf);
  const fresh = await openStore(join(folder, "new.duckdb"));
  const shape = await shapeOf(fresh);
  fresh.close();
  copyFileSync(old, path);
  const {statements, migrations} = JSON.parse((await open(path)).stdout);
  expect(migrations).toHaveLength(todaysVersion - 1);
  const all = Array.from({length: statements - 1}, (_, i) => i + 2);
  const gate = [
    {at: statements, after: "" as const},
    ...migrations.slice(0, 2).map((at: number) => ({at, after: "halfway" as const}))
  ];
  const others = all.flatMap((at) => [
    {at, after: "" as const},
    {at, after: 1}
  ]);
  for (const {at, after} of casesOf<{at: number; after: number | "" | "halfway"}>(gate, others)) {
    for (const name of [path, `${path}.wal`]) rmSync(name, {force: true});
    copyFileSync(old, path);
    const {signal} = await open(path, at, after);
    if (after !== 1) expect(signal).toBe("SIGKILL");
    const store = await openStore(path);
    expect(await shapeOf(store)).toEqual(shape);
    expect(await rowsOf(store)).toMatchObject(before);
    const versions = await queryRecords(store.connection, "SELECT version FROM schema_migrations ORDER BY version");
    expect(versions.map(({version}) => version)).toEqual(Array.from({length: todaysVersion}, (_, i) => i + 1));
    store.close();
  }
});
