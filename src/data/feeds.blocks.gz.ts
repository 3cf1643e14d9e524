import {closeSync, openSync, readSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";

// The parts of the snapshot that DuckDB reads when it is attached: as one file, a browser has them while DuckDB-Wasm is compiled.
// Otherwise it asks for each in turn, some twenty times. After a line of JSON, [[offset, length], …], come their bytes.
const path = process.env.FEEDBOOK_SNAPSHOT;
if (!path) throw new Error("missing FEEDBOOK_SNAPSHOT: run this through npm run dev or npm run build");
const instance = await DuckDBInstance.create(path, {access_mode: "READ_ONLY"});
const connection = await instance.connect();
// A database begins with three headers of 4096 bytes, and blocks follow.
const blocks = await connection.runAndReadAll(`
  SELECT 12288 + block_id * block_size, block_size
  FROM pragma_metadata_info(), (SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())
  WHERE free_blocks < total_blocks
  ORDER BY block_id`);
const parts = [[0, 12288], ...blocks.getRows().map((row) => row.map(Number))];
const file = openSync(path, "r");
const bytes = parts.map(([offset = 0, length = 0]) => {
  const part = Buffer.alloc(length);
  readSync(file, part, 0, length, offset);
  return part;
});
closeSync(file);
process.stdout.write(gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(parts)}\n`), ...bytes])));
