import {Identifier, type Parameter, ParameterError, quoted} from "./parameters.js";
import {queryText} from "./query-text.js";

/**
 * The text and parameters of a query with values between its strings. Values are bound, never pasted: text, booleans
 * and null as they are, a whole number as BIGINT (`7 // ${2}` is 3), a larger bigint as HUGEINT, another number as
 * DOUBLE, a Date as TIMESTAMP in UTC, a list as a list (`IN ${[1, 2]}`). Only an `identifier` becomes text, and all values of a
 * query with a PIVOT, as literals: DuckDB cannot prepare one that finds its columns. @throws ParameterError for anything else
 */
export function bind(strings: readonly string[], values: readonly unknown[]): {text: string; params: Parameter[]} {
  const params: Parameter[] = [];
  const texts = strings.map((text, i) => (i === 0 ? text : placeholder(values[i - 1]) + text));
  const isPivot = params.length > 0 && strings.some((text) => /\bpivot(?:_wider)?\b/i.test(text));
  return isPivot ? {text: queryText(strings, values), params: []} : {text: texts.join(""), params};

  function placeholder(value: unknown): string {
    if (value instanceof Identifier) return [value.database ?? [], value.name].flat().map(quoted).join(".");
    if (Array.isArray(value)) return `[${value.map(placeholder).join()}]`;
    const [bound, type] = typed(value);
    params.push(bound);
    const name = `$${params.length}`; // numbered, as DuckDB may read one more than once: a WINDOW in each function over it
    return type === null ? name : `(${name}::${type})`; // in brackets: $1::BIGINT[1] would be the type of a list
  }
}

const largest = 2n ** 63n - 1n;

function typed(value: unknown): [value: Parameter, type: string | null] {
  if (value === null || value === undefined) return [null, null];
  if (typeof value === "boolean") return [value, null];
  if (typeof value === "string") return [withoutPlus(value), null];
  if (Number.isSafeInteger(value)) return [Number(value), "BIGINT"];
  if (typeof value === "number") return [String(value), "DOUBLE"]; // bound as a number it would lose its last digit
  if (typeof value === "bigint") return [String(value), value > largest || value < -largest ? "HUGEINT" : "BIGINT"];
  if (value instanceof Date && !Number.isNaN(value.getTime())) return [withoutPlus(value.toISOString()), "TIMESTAMP"];
  throw new ParameterError(`cannot bind a parameter: ${instead(value)}`);
}

// DuckDB takes no plus before a year after 9999, which ISO 8601 asks for.
function withoutPlus(text: string): string {
  return text.replace(/^\+(?=\d{6}-\d\d-\d\dT)/, "");
}

function instead(value: unknown): string {
  if (value instanceof Date) return "an invalid date";
  if (value instanceof Promise) return "a promise: write await before what gives it";
  if (Object.getPrototypeOf(value) !== Object.prototype)
    return `${Object.prototype.toString.call(value)}: use text, a number, a date or a list of these`;
  return `a row: give one of its values, as in \${row.price}. Rows of a query, as they came, can stand for a table: FROM \${rows}. Others need await table("name", rows)`;
}
