import {busy, hideRepeats} from "./busy.js";
import {recall} from "./opening.js";
import {type Row, toRows} from "./rows.js";
import {connectSnapshot} from "./snapshot.js";
import {warmUp} from "./warm.js";

/** A query that cannot be answered: what DuckDB says of it, or why DuckDB could not be started. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/**
 * Runs a query on the snapshot: `` await sql`FROM feeds WHERE priceFeedId = ${id}` ``. Values are bound as parameters,
 * never pasted: text, numbers, booleans, dates, null, and lists as JSON text (`${ids}::BIGINT[]`). The page's opening
 * queries are answered by the build; DuckDB-Wasm starts for the first other one, or before, when all is quiet. @throws QueryError
 */
export async function sql({raw}: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
  const params = values.map(toParameter);
  const answer = recall(raw, params);
  if (answer === null) return await busy(() => run(raw.join("?"), params));
  warmUp();
  return answer;
}

async function run(text: string, params: readonly Parameter[]): Promise<Row[]> {
  const connection = await connectSnapshot().catch((error: unknown) => {
    document.documentElement.toggleAttribute("data-no-duckdb", true);
    throw new QueryError(`cannot start DuckDB in this browser: ${messageOf(error)}: reload the page to try again`);
  });
  document.documentElement.toggleAttribute("data-no-duckdb", false);
  try {
    if (params.length === 0) return toRows(await connection.query(text));
    const statement = await connection.prepare(text);
    try {
      return toRows(await statement.query(...params));
    } finally {
      await statement.close();
    }
  } catch (error) {
    const message = once(messageOf(error));
    hideRepeats(message);
    throw new QueryError(message);
  }
}

// DuckDB-Wasm says the line of a syntax error twice.
function once(message: string): string {
  const [, before = "", excerpt = "", after = ""] = /^(.*?)\n+(LINE \d+:.*?)\s*\n+(LINE \d+:.*)$/s.exec(message) ?? [];
  return excerpt !== "" && excerpt.trim() === after.trim() ? `${before}\n\n${excerpt.trimEnd()}` : message;
}

type Parameter = boolean | number | string | null;

function toParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return JSON.stringify(value);
  throw new QueryError(`cannot bind a parameter: ${Object.prototype.toString.call(value)}: use text, numbers or dates`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
