import {type DuckDBConnection, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {namedQueries, sqlOf} from "../sql/list.js";
import {argumentsOf} from "../sql/queries.js";
import {queryRecords, readDescription} from "../store/database/query.js";
import {isOwn} from "../store/database/store.js";
import {createTable} from "../store/tables.js";
import {snapshotDictionary, snapshotTables, storeDictionary} from "./dictionary.js";

/** Rows of a snapshot's `data_tables` and `data_columns` for one place (store or snapshot). */
export interface Document {
  tables: readonly object[];
  columns: readonly object[];
}

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

const names = ["data_tables", "data_columns"];

/** The meaning of the described tables, views and columns of the connection's store; `counts`: of a cluster's tables in its place. */
export async function documentStore(connection: DuckDBConnection, counts?: Counts | null): Promise<Document> {
  return await documentOf(connection, "store", `${isOwn} OR database_name = 'temp'`, counts);
}

/** Describes the snapshot and the store in two tables of the snapshot, which browsers read only on demand. */
export async function documentSnapshot(connection: DuckDBConnection, store: Document): Promise<void> {
  const own = snapshotTables.filter(({name}) => names.includes(name));
  await connection.run(own.map((table) => createTable({...table, name: `snapshot.${table.name}`})).join("\n"));
  const {tables, columns} = await documentOf(connection, "snapshot", "database_name = 'snapshot'");
  await insert(connection, "data_tables", [...namedQueries.map(queryOf), ...tables, ...store.tables]);
  await connection.run("USE snapshot");
  queryParts ??= await Promise.all(namedQueries.map((name) => partsOf(connection, name)));
  await connection.run("USE store");
  await insert(connection, "data_columns", [...queryParts.flat(), ...columns, ...store.columns]);
}

// Listed once, for the snapshot: a store has the same named queries.
function queryOf(name: string): object {
  return {place: "snapshot", name, kind: "query", comment: snapshotDictionary.table(name)};
}

let queryParts: object[][] | undefined; // the same in each snapshot of this process

async function partsOf(connection: DuckDBConnection, query: string): Promise<object[]> {
  const given = argumentsOf(query).map(({meaning, ...argument}) => ({...argument, comment: meaning, argument: true}));
  const {example} = readDescription(sqlOf(query));
  const found = await queryRecords(connection, `SELECT column_name AS name FROM (DESCRIBE ${example})`);
  const columns = found.map(({name}) => {
    return {name, comment: snapshotDictionary.column(query, String(name)), argument: false};
  });
  return [...given, ...columns].map((part, position) => ({place: "snapshot", tableName: query, position, ...part}));
}

// `where`: the condition for rows of `duckdb_columns()`.
async function documentOf(
  connection: DuckDBConnection,
  place: "snapshot" | "store",
  where: string,
  given?: Counts | null
): Promise<Document> {
  const dictionary = place === "store" ? storeDictionary : snapshotDictionary;
  const found = await columnsOf(connection, where);
  const known = found.filter(({table}) => place === "snapshot" || dictionary.table(table) !== null);
  const kinds = new Map(known.map(({table, kind}) => [table, kind]));
  const counts = given ?? (place === "store" ? await countRows(connection, kinds) : {});
  return {
    tables: Array.from(kinds, ([name, kind]) => {
      return {place, name, kind, rows: counts[name], comment: dictionary.table(name)};
    }),
    columns: known.map(({table, name, type}, position) => {
      const comment = dictionary.column(table, name);
      return {place, tableName: table, position, name, type, argument: false, comment};
    })
  };
}

// Temporary views of a connection hide the store's.
async function columnsOf(connection: DuckDBConnection, where: string): Promise<Record<Column, string>[]> {
  const sql = `SELECT
      table_name AS "table",
      CASE WHEN view_name IS NULL THEN 'table' ELSE 'view' END AS kind,
      column_name AS name,
      data_type AS type
    FROM (FROM duckdb_columns() WHERE (${where}) AND NOT internal) AS columns
    LEFT JOIN duckdb_views() AS views ON views.view_oid = table_oid AND views.database_oid = columns.database_oid
    QUALIFY dense_rank() OVER (PARTITION BY table_name ORDER BY columns.database_name = 'temp' DESC) = 1
    ORDER BY table_name, column_index`;
  return (await queryRecords(connection, sql)) as Record<Column, string>[];
}

type Column = "kind" | "name" | "table" | "type";

// Counts tables only: that reads none of their rows, while views would have to be computed.
async function countRows(connection: DuckDBConnection, kinds: ReadonlyMap<string, string>): Promise<Counts> {
  const tables = [...kinds].filter(([, kind]) => kind === "table").map(([name]) => name);
  const counted = tables.map(
    (name) => `SELECT ${quotedString(name)} AS name, count(*) AS rows FROM ${quotedIdentifier(name)}`
  );
  const rows = await queryRecords(connection, counted.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({name, rows}) => [String(name), Number(rows)]));
}

// As JSON, which DuckDB reads many times as fast as a list of values.
async function insert(connection: DuckDBConnection, name: string, rows: readonly object[]): Promise<void> {
  const columns = snapshotTables.find((table) => table.name === name)?.columns ?? [];
  const types = JSON.stringify([Object.fromEntries(columns.map((column) => [column.name, column.type]))]);
  await connection.run(
    `INSERT INTO snapshot.${name} BY NAME
      SELECT unnest(row) FROM (SELECT unnest(from_json($rows, ${quotedString(types)})) AS row)`,
    {rows: JSON.stringify(rows)}
  );
}
