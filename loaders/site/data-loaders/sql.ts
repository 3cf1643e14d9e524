import {readFile} from "node:fs/promises";
import {extname, join} from "node:path";
import {openSnapshot} from "../../snapshot/snapshot.js";
import {inOwnFolder} from "../../store/database/files.js";
import {parseSqlFile} from "../answers/statements.js";
import {located, type Parameters, printers} from "./printers.js";

/**
 * Runs a `.sql` loader on a snapshot and gives its output. The extension before `.sql` is the format: `.csv`, `.json`,
 * `.arrow` and `.parquet` of one statement are its rows. Named statements are an object of rows by name in `.json`, with
 * `answers` where the file names a page, and tables in `.duckdb` (a statement without a name is the table `result`).
 * `root`: the site's source root, whose pages' rules the answers follow; `parameters`: from the file's name.
 * @throws an error that starts with file and line
 */
export function runSqlFile(
  path: string,
  snapshotPath: string,
  {root = "src", parameters = {}}: {root?: string; parameters?: Parameters} = {}
): Promise<string | Uint8Array> {
  return inOwnFolder(async (folder) => {
    const written = join(folder, "result");
    const snapshot = await openSnapshot(snapshotPath, {file: written});
    try {
      const file = parseSqlFile(await readFile(path, "utf8"));
      const format = extname(path.slice(0, -".sql".length));
      const print = printers[format];
      if (print === undefined)
        throw new SyntaxError(
          `invalid format: ${format || "none"}: use ${Object.keys(printers).join(", ")} before .sql`
        );
      if (file.statements.length === 0) throw new SyntaxError("no statement");
      return await print(snapshot, file, {root, path, parameters, file: written});
    } catch (error) {
      throw located(path, error);
    } finally {
      snapshot.close();
    }
  });
}
