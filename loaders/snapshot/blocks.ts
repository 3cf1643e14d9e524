import {closeSync, existsSync, openSync, readdirSync, readFileSync, readSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";

/**
 * What DuckDB reads of a file of its own when it is attached: the headers, and the blocks that say where tables are. After a
 * line of JSON, `[[offset, length], …]`, come their bytes.
 */
export async function attachedBlocks(path: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create(path, {access_mode: "READ_ONLY"});
  const connection = await instance.connect();
  const blocks = await connection.runAndReadAll(`
    SELECT ${headerBytes} + block_id * block_size, block_size
    FROM pragma_metadata_info()
    CROSS JOIN (SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())
    ORDER BY block_id`);
  connection.closeSync();
  instance.closeSync();
  const file = openSync(path, "r");
  const places = [[0, headerBytes], ...blocks.getRows().map((row) => row.map(Number))];
  const read = places.map(([offset = 0, length = 0]) => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    return bytes;
  });
  closeSync(file);
  return Buffer.concat([Buffer.from(`${JSON.stringify(places)}\n`), ...read]);
}

const headerBytes = 3 * 4096; // blocks follow

/**
 * Checks that the blocks in a built site are those of its snapshot: with another one's, DuckDB would read wrong values.
 * @param root the site's folder @throws if another snapshot was published between the making of both files
 */
export async function assertOwnBlocks(root: string): Promise<void> {
  const folder = join(root, "_file", "data");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const packed = names.find((name) => /^feeds\.blocks\.\w+\.gz$/.test(name));
  const snapshot = names.find((name) => /^feeds\.\w+\.duckdb$/.test(name));
  if (packed === undefined || snapshot === undefined) return;
  const blocks = gunzipSync(readFileSync(join(folder, packed)));
  if (!blocks.equals(await attachedBlocks(join(folder, snapshot))))
    throw new Error("cannot build the site: a new snapshot was published meanwhile: build it again");
}
