import type {DuckDBConnection} from "@duckdb/node-api";

/** Runs `work` in one transaction: all of it is kept, or, if it throws, nothing. */
export async function transaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run("BEGIN");
  try {
    const result = await work();
    await connection.run("COMMIT");
    return result;
  } catch (error) {
    const undo = () => connection.run("ROLLBACK");
    // It may be interrupted, too, or DuckDB has ended it: the first error is the one to report.
    await undo()
      .catch(undo)
      .catch(() => undefined);
    throw error;
  }
}
