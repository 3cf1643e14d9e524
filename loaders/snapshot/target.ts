import type {DuckDBConnection} from "@duckdb/node-api";
import {withThreads} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import type {SnapshotPart} from "./parts.js";

/** The attached database `snapshot` while it is written: what each table takes is measured. */
export interface Target {
  connection: DuckDBConnection;
  /** Bytes that the database takes so far. */
  used(): number;
  write(table: Writing): Promise<SnapshotPart>;
  drop(names: readonly string[]): Promise<void>;
}

/** A table to be written, and whether that is all that the store has of it. */
export interface Writing {
  name: string;
  sql: string;
  /** The column that says when a row is. */
  time: string | null;
  whole: boolean;
}

/** Opens the attached database `snapshot` for writing. */
export async function openTarget(connection: DuckDBConnection): Promise<Target> {
  let used = await usedBytes(connection);
  return {
    connection,
    used: () => used,
    async write({name, sql, time, whole}) {
      const before = used;
      used = await withThreads(connection, 1, async () => {
        await connection.run(`CREATE TABLE snapshot.${name} AS ${sql}`); // also written on one thread: in its order
        return usedBytes(connection);
      });
      const span = time === null ? "NULL AS since, NULL AS until" : `min(${time}) AS since, max(${time}) AS until`;
      const [row] = await queryRecords(connection, `SELECT count(*) AS rows, ${span} FROM snapshot.${name}`);
      const rows = Number(row?.rows);
      return {
        ...{name, rows, storedRows: rows, whole, bytes: Math.max(0, used - before)},
        since: textOf(row?.since),
        until: textOf(row?.until)
      };
    },
    async drop(names) {
      await connection.run(names.map((name) => `DROP TABLE snapshot.${name};`).join(" "));
      used = await usedBytes(connection);
    }
  };
}

async function usedBytes(connection: DuckDBConnection): Promise<number> {
  await connection.run("CHECKPOINT snapshot");
  const size = "SELECT block_size * used_blocks AS bytes FROM pragma_database_size() WHERE database_name = 'snapshot'";
  const [row] = await queryRecords(connection, size);
  return Number(row?.bytes);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
