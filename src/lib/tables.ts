import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";

const tables = new Map<string, Uint8Array>(); // by name, as Arrow streams

/** The database of a page's own tables: the snapshot is read only. */
export const database = "memory";

/** Makes an Arrow stream a table of the page, or replaces one. */
export function setTable(name: string, stream: Uint8Array): void {
  tables.set(name, stream);
}

const given = new WeakMap<AsyncDuckDBConnection, Map<string, Uint8Array>>();

/** Gives a connection the tables that it does not have as they are now. */
export async function giveTables(connection: AsyncDuckDBConnection): Promise<void> {
  const has = given.get(connection) ?? new Map<string, Uint8Array>();
  given.set(connection, has);
  for (const [name, bytes] of tables) {
    if (has.get(name) === bytes) continue;
    const quoted = name.replaceAll('"', '""');
    await connection.query(`DROP TABLE IF EXISTS ${database}."${quoted}"; USE ${database};`);
    try {
      await connection.insertArrowFromIPCStream(bytes, {name, create: true});
      has.set(name, bytes);
    } finally {
      await connection.query("USE feeds");
    }
  }
}
