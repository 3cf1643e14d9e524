import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";

const tables = new Map<string, Uint8Array>(); // by name, as Arrow streams
let version = 0;

/** The database of a page's own tables, as the snapshot is read-only. */
export const database = "memory";

/** Adds or replaces a table of the page, from an Arrow stream. */
export function setTable(name: string, stream: Uint8Array): void {
  tables.set(name, stream);
  version++;
}

/** A number that grows with each change of the page's own tables. */
export function tablesVersion(): number {
  return version;
}

const given = new WeakMap<AsyncDuckDBConnection, Map<string, Uint8Array>>();

/** Creates the tables of the page that a connection lacks or has in an older version. */
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
