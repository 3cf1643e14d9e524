import {createReadStream} from "node:fs";
import {pipeline} from "node:stream/promises";

const path = process.env.FEEDBOOK_SNAPSHOT;
if (!path) throw new Error("missing FEEDBOOK_SNAPSHOT: run this through npm run dev or npm run build");
await pipeline(createReadStream(path), process.stdout);
