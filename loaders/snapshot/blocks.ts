import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {querySnapshot} from "./snapshot.js";

/** Where a block of a file lies, in bytes. */
type Place = readonly [offset: number, length: number];

const headerBytes = 3 * 4096; // blocks follow

/**
 * What DuckDB reads of a snapshot when it is attached: the headers, and the blocks that say where tables are. After a line of
 * JSON, `[[offset, length], …]`, come their bytes. @throws StoreError if there is no snapshot at `path`
 */
export async function attachedBlocks(path: string): Promise<Buffer> {
  const {rows} = await querySnapshot(
    path,
    `SELECT ${headerBytes} + block_id * block_size, block_size
    FROM pragma_metadata_info()
    CROSS JOIN (SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())
    ORDER BY block_id`
  );
  return packed(path, [[0, headerBytes], ...rows.map(([offset, length]): Place => [Number(offset), Number(length)])]);
}

function packed(path: string, places: readonly Place[]): Buffer {
  const file = readFileSync(path);
  const bytes = places.map(([offset, length]) => file.subarray(offset, offset + length));
  return Buffer.concat([Buffer.from(`${JSON.stringify(places)}\n`), ...bytes]);
}

/**
 * Checks that the blocks in a built site are those of its snapshot: with another one's, DuckDB would read wrong values.
 * @param root the site's folder @throws if another snapshot was published between the making of both files
 */
export function assertOwnBlocks(root: string): void {
  const folder = join(root, "_file", "data");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const blocks = names.find((name) => /^feeds\.blocks\.\w+\.gz$/.test(name));
  const snapshot = names.find((name) => /^feeds\.\w+\.duckdb$/.test(name));
  if (blocks === undefined) return;
  const held = gunzipSync(readFileSync(join(folder, blocks)));
  const places: Place[] = JSON.parse(held.toString("utf8", 0, held.indexOf("\n")));
  if (snapshot === undefined || !held.equals(packed(join(folder, snapshot), places)))
    throw new Error("cannot build the site: a new snapshot was published meanwhile: build it again");
}
