import {gzipSync} from "node:zlib";
import {attachedBlocks} from "../../loaders/snapshot/blocks.js";

// What DuckDB reads of the snapshot when it is attached: as one file, a browser has it while DuckDB-Wasm is compiled. Otherwise it
// asks for each block in turn, some twenty times. After a line of JSON, [[offset, length], …], come their bytes.
const path = process.env.FEEDBOOK_SNAPSHOT;
if (!path) throw new Error("missing FEEDBOOK_SNAPSHOT: run this through npm run dev or npm run build");
const blocks = await attachedBlocks(path);
const places = blocks.map(({offset, bytes}) => [offset, bytes.length]);
process.stdout.write(
  gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(places)}\n`), ...blocks.map(({bytes}) => bytes)]))
);
