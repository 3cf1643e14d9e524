import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {queryRecords} from "../../loaders/store/database/query.js";

/** The rows and columns that a table has in two snapshots, and the number of different rows by column. */
export interface Compared {
  rows: number;
  columns: number;
  differ: Record<string, number>;
}

// Sizes depend on the last bits of values, one snapshot was made after the other, and a cluster has tables of its own.
const incomparable = ["snapshot_parts.bytes", "meta.snapshotAt", "data_tables.rows"];

/** Compares two snapshots table by table, value by value, by the order of their rows; doubles may differ by 1e-12 of their value. */
export async function compareSnapshots(one: string, other: string): Promise<Record<string, Compared>> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run(
      `ATTACH ${quotedString(one)} AS one (READ_ONLY); ATTACH ${quotedString(other)} AS other (READ_ONLY)`
    );
    const tables = await queryRecords(
      connection,
      "SELECT table_name AS name FROM duckdb_tables() WHERE database_name IN ('one', 'other') GROUP BY ALL ORDER BY ALL"
    );
    const found: Record<string, Compared> = {};
    for (const {name} of tables) found[String(name)] = await compareTable(connection, String(name));
    return found;
  } finally {
    instance.closeSync();
  }
}

async function compareTable(connection: DuckDBConnection, name: string): Promise<Compared> {
  const columns = (
    await queryRecords(connection, `SELECT column_name AS name, column_type AS type FROM (DESCRIBE one.${name})`)
  ).filter((column) => !incomparable.includes(`${name}.${column.name}`));
  const checks = columns.map((column) => `${differs(String(column.name), String(column.type))} AS "${column.name}"`);
  const [row] = await queryRecords(
    connection,
    `SELECT
      (SELECT count(*) FROM one.${name})::DOUBLE AS "rows of one",
      abs((SELECT count(*) FROM one.${name}) - (SELECT count(*) FROM other.${name}))::DOUBLE AS "rows more",
      ${checks.join(", ")}
    FROM one.${name} AS one POSITIONAL JOIN other.${name} AS other`
  );
  const {"rows of one": rows, ...counts} = row as Record<string, number>;
  const differ = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return {rows: Number(rows), columns: columns.length, differ};
}

/** SQL that counts the different values of a column. */
export function differs(name: string, type: string): string {
  const [a, b] = ["one", "other"].map((side) => {
    const value = `${side}."${name}"`;
    return name === "apy" ? `(1 + ${value})` : value; // close to 0 a power less 1 has only its last bits
  });
  const isNear = type === "DOUBLE" ? `OR abs(${a} - ${b}) <= 1e-12 * greatest(abs(${a}), abs(${b}))` : "";
  return `count(*) FILTER (NOT coalesce(${a} IS NOT DISTINCT FROM ${b} ${isNear}, false))::DOUBLE`;
}
