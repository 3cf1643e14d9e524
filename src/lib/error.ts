/** A query that cannot be answered: what DuckDB says of it, or why DuckDB could not be started. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}
