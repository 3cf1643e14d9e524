import {createHash} from "node:crypto";
import {readdirSync, statSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {messageOf} from "../config/errors.js";
import {OutdatedStoreError} from "../store/database/error.js";
import {codeOf, queryRecords} from "../store/database/query.js";
import {isOwn, transaction} from "../store/database/store.js";
import {deduplicate} from "./deduplicate.js";
import {isDerivedBy, resetDerived} from "./derive.js";
import {createSql, type FundingUnits, list, namesOf, rulesSql, sqlOf} from "./list.js";

/**
 * Gives a connection that only reads the store today's macros and views, if the store was written by an older Feedbook or
 * with other settings. They are temporary, and hide the store's.
 * @throws OutdatedStoreError if today's views do not fit the store's derived tables
 */
export async function redefine(
  connection: DuckDBConnection,
  units: FundingUnits,
  {path, version}: {path: string; version: number}
): Promise<void> {
  if ((await heldRules(connection)) === null)
    await connection.run(`CREATE OR REPLACE TEMP VIEW rules AS ${rulesSql(units.rules)}`);
  if (!(await isDefined(connection, definitions(units, version).hash))) {
    const {before, after} = creating(units, {temporary: true});
    await connection.run(before);
    await connection.run(after).catch((error: unknown) => {
      throw /^(Binder|Catalog) Error/.test(messageOf(error)) ? new OutdatedStoreError(path) : error;
    });
  }
  await deduplicate(connection, {temporary: true});
}

/** When the text of the macros and views last changed, in epoch milliseconds. */
export function definedAt(): number {
  const room = new URL("./", import.meta.url);
  const files = readdirSync(room, {recursive: true, encoding: "utf8"}).map((name) => new URL(name, room));
  return Math.max(...files.filter(({href}) => href.endsWith(".sql")).map((file) => statSync(file).mtimeMs));
}

/**
 * Makes the macros and views of a store anew if they are not today's, and empties its derived tables if other SQL made them.
 * Does nothing if the store is up to date, as making them takes longer than a commit.
 */
export async function define(connection: DuckDBConnection, units: FundingUnits, version: number): Promise<void> {
  const {before, after, derived, hash} = definitions(units, version);
  await defineRules(connection, units);
  if (await isDefined(connection, hash)) return transaction(connection, () => deduplicate(connection));
  await connection.run(before);
  await transaction(connection, () => deduplicate(connection));
  if (!(await isDerivedBy(connection, derived))) await resetDerived(connection, derived);
  await transaction(connection, async () => {
    await connection.run(after);
    await connection.run(`COMMENT ON VIEW meta IS '${hash}'`);
  });
}

// A connection without rules keeps the store's, unless these are of other defaults.
async function defineRules(connection: DuckDBConnection, units: FundingUnits): Promise<void> {
  const {rules} = units;
  if (await hasRules(connection, units)) return;
  await connection.run(`CREATE OR REPLACE VIEW rules AS ${rulesSql(rules)};
    COMMENT ON VIEW rules IS '${rulesHash(rules)}';`);
}

/** Whether a store has these rules and today's defaults; without rules, whether it has these defaults. */
export async function hasRules(connection: DuckDBConnection, {rules}: FundingUnits): Promise<boolean> {
  const held = await heldRules(connection);
  return rules === undefined ? held?.startsWith(hashOf(rulesSql())) === true : held === rulesHash(rules);
}

function rulesHash(rules: FundingUnits["rules"]): string {
  return `${hashOf(rulesSql())} ${hashOf(rulesSql(rules))}`;
}

async function heldRules(connection: DuckDBConnection): Promise<string | null> {
  const held = `SELECT comment FROM duckdb_views() WHERE ${isOwn} AND view_name = 'rules'`;
  const [row] = await queryRecords(connection, held);
  return row === undefined ? null : String(row.comment);
}

// The hash of the store's definitions is the comment of the view `meta`, which is written last.
async function isDefined(connection: DuckDBConnection, hash: string): Promise<boolean> {
  const held = `SELECT comment FROM duckdb_views() WHERE ${isOwn} AND view_name = 'meta'`;
  return (await queryRecords(connection, held))[0]?.comment === hash;
}

// Without comments, so that a changed comment does not make all stores derive again.
function hashOf(sql: string): string {
  return createHash("sha256").update(codeOf(sql)).digest("hex");
}

// Macros and views that derived tables are made from, and the macros and views of the derived tables.
function creating(units: FundingUnits, {temporary = false} = {}): {before: string; after: string} {
  const last = list.findLastIndex(({store}) => store === "table");
  const [before, after] = [list.slice(0, last), list.slice(last)].map((of) =>
    createSql("store", {of: of.filter(({name}) => name !== "rules"), temporary, units})
  );
  return {before: before ?? "", after: after ?? ""};
}

// The version is part of the hash: views are bound to the columns that their tables had when they were made.
function definitions(
  units: FundingUnits,
  version: number
): {before: string; after: string; derived: string; hash: string} {
  const {before, after} = creating(units);
  const derived = hashOf([before, ...namesOf("store", "step", "table").map((name) => sqlOf(name))].join("\n"));
  return {before, after, derived, hash: hashOf([after, derived, version].join("\n"))};
}
