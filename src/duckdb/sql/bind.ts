import {Identifier, type Parameter, typed} from "./parameters.js";
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
    if (value instanceof Identifier) return value.text();
    if (Array.isArray(value)) return `[${value.map(placeholder).join()}]`;
    const [bound, type] = typed(value);
    params.push(bound);
    const name = `$${params.length}`; // numbered, as DuckDB may read one more than once: a WINDOW in each function over it
    return type === null ? name : `(${name}::${type})`; // in brackets: $1::BIGINT[1] would be the type of a list
  }
}
