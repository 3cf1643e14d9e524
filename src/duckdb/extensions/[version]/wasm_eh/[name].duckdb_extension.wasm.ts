import {parseArgs} from "node:util";
import {fetchExtension} from "../../../fetch-extension.js";

// An extension that the config lists, at the path under which DuckDB-Wasm asks a repository for it.
const {values} = parseArgs({options: {version: {type: "string"}, name: {type: "string"}}});
try {
  process.stdout.write(await fetchExtension(values.name ?? "", values.version ?? ""));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof Error ? error.message : String(error));
}
