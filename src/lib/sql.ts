import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import type {Table} from "apache-arrow";
import {busy, hideRepeats} from "./busy.js";
import {recall} from "./opening.js";
import {bind, keyOf, type Parameter} from "./parameters.js";
import {type Row, toRows} from "./rows.js";
import {connectSnapshot} from "./snapshot.js";
import {warmUp} from "./warm.js";

/** A query that cannot be answered: what DuckDB says of it, or why DuckDB could not be started. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/**
 * Runs a query on the snapshot: `` await sql`FROM feeds WHERE priceFeedId = ${id}` ``. Values are bound as `bind` says,
 * never pasted. The page's opening queries are answered by the build; DuckDB-Wasm starts for the first other one, or before,
 * when all is quiet. @throws QueryError
 */
export async function sql({raw}: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
  const {text, params} = bound(raw, values);
  const keys = values.map(keyOf);
  const answer = keys.includes(undefined) ? null : recall(raw, keys);
  if (answer === null) return await busy(() => run(text, params));
  warmUp();
  return answer;
}

function bound(strings: readonly string[], values: readonly unknown[]): ReturnType<typeof bind> {
  try {
    return bind(strings, values);
  } catch (error) {
    throw new QueryError(messageOf(error));
  }
}

async function run(text: string, params: readonly Parameter[]): Promise<Row[]> {
  const connection = await connectSnapshot().catch((error: unknown) => {
    document.documentElement.toggleAttribute("data-no-duckdb", true);
    throw new QueryError(`cannot start DuckDB in this browser: ${messageOf(error)}: reload the page to try again`);
  });
  document.documentElement.toggleAttribute("data-no-duckdb", false);
  try {
    const describe = async () => {
      const described = await ask(connection, `DESCRIBE ${text}`, params);
      return (await toRows(described, async () => [])).map(({column_type: type}) => String(type));
    };
    return await toRows(await ask(connection, text, params), describe);
  } catch (error) {
    const message = once(messageOf(error));
    hideRepeats(message);
    throw new QueryError(message);
  }
}

async function ask(connection: AsyncDuckDBConnection, text: string, params: readonly Parameter[]): Promise<Table> {
  if (params.length === 0) return connection.query(text);
  const statement = await connection.prepare(text);
  try {
    return await statement.query(...params);
  } finally {
    await statement.close();
  }
}

// DuckDB-Wasm says the line of a syntax error twice.
function once(message: string): string {
  const [, before = "", excerpt = "", after = ""] = /^(.*?)\n+(LINE \d+:.*?)\s*\n+(LINE \d+:.*)$/s.exec(message) ?? [];
  return excerpt !== "" && excerpt.trim() === after.trim() ? `${before}\n\n${excerpt.trimEnd()}` : message;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
