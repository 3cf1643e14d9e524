import {quotedIdentifier} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

/**
 * Reads every value of every table. DuckDB checks what it reads against its checksum, and reads only what a query
 * needs: so damage of old rows may else be found years later. @throws DuckDB's error if something is damaged
 */
export async function readWhole({connection}: Store): Promise<void> {
  const sql = "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() ORDER BY table_name";
  for (const {table_name} of await queryRecords(connection, sql)) {
    await connection.run(`SELECT bit_xor(hash(COLUMNS(*))) FROM ${quotedIdentifier(String(table_name))}`);
  }
}
