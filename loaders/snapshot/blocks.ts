import {closeSync, openSync, readSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";

/** The bytes of a file from an offset. */
interface Block {
  offset: number;
  bytes: Buffer;
}

/** What DuckDB reads of a file of its own when it is attached: the headers, and the blocks that say where tables are. */
export async function attachedBlocks(path: string): Promise<Block[]> {
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
  const parts = [[0, headerBytes], ...blocks.getRows().map((row) => row.map(Number))];
  const read = parts.map(([offset = 0, length = 0]) => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    return {offset, bytes};
  });
  closeSync(file);
  return read;
}

const headerBytes = 3 * 4096; // blocks follow
