import {DuckDBInstance, version} from "@duckdb/node-api";

/** Runs a query in DuckDB and gives the version that the store is written with. @throws if it does not answer as it should */
export async function probeDuckdb(): Promise<string> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll("SELECT sum(n)::INTEGER FROM range(10) AS numbers(n)");
    if (reader.getRows()[0]?.[0] === 45) return version();
    throw new Error(`DuckDB ${version()} counts wrong: run npm ci`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
