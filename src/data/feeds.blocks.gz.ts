import {gzipSync} from "node:zlib";
import {attachedBlocks} from "../../loaders/snapshot/blocks.js";

// What DuckDB reads of the snapshot when it is attached: as one file, a browser has it while DuckDB-Wasm is compiled. Otherwise it
// asks for each block in turn, some twenty times.
const path = process.env.FEEDBOOK_SNAPSHOT;
if (!path) throw new Error("missing FEEDBOOK_SNAPSHOT: run this through npm run dev or npm run build");
process.stdout.write(gzipSync(await attachedBlocks(path)));
