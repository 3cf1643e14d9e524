// Starts the thread `reader.ts`: Node 20 starts no thread in TypeScript.
import {tsImport} from "tsx/esm/api";

await tsImport("./reader.ts", import.meta.url);
