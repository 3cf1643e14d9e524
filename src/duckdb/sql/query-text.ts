import {Identifier, type Parameter, ParameterError, typed} from "./parameters.js";
import {isBlank, statementsOf, tokensOf} from "./statement.js";

// What a query asked, as text to read, copy and run: a page binds values as parameters, and this writes them out.

interface Asked {
  strings: readonly string[];
  values: readonly unknown[];
}

const asked = new WeakMap<object, Asked & {count: number}>();

/** Remembers which query gave these rows, for `queryOf` of them, or of the first of them. */
export function keepQuery(rows: readonly object[], strings: readonly string[], values: readonly unknown[]): void {
  for (const made of [rows, ...rows.slice(0, 1)]) asked.set(made, {strings, values, count: rows.length});
}

const mark = "\u0001"; // between the texts of a query

/** A query in which `${rows}` of another query becomes a subquery. @throws ParameterError for a value between quotes */
export function inlined(strings: readonly string[], values: readonly unknown[]): Asked {
  if (values.length === 0) return {strings, values};
  const kept: unknown[] = [];
  const rest = [...values];
  const texts = tokensOf(strings.join(mark)).map((token) =>
    token.replaceAll(mark, () => {
      const value = rest.shift();
      if (isBlank(token)) return "…";
      if (token !== mark) throw new ParameterError(betweenQuotes);
      const rows = Array.isArray(value) ? asked.get(value) : undefined;
      const isAsked = rows !== undefined && rows.count === (value as unknown[]).length;
      kept.push(...(isAsked ? rows.values : [value]));
      return isAsked ? `(${inOneLine(rows.strings.join(mark))})` : mark;
    })
  );
  return {strings: texts.join("").split(mark), values: kept};
}

const betweenQuotes = `a value cannot stand between quotes: write '%' || \${text} || '%' for a part of a text, and \${identifier(name)} for a name`;

// Without its semicolon and comments.
function inOneLine(text: string): string {
  const [statement = text] = statementsOf(text);
  return tokensOf(statement)
    .map((token) => (isBlank(token) ? " " : token))
    .join("");
}

/** A query's name for readers: its id, else its first line, such as `query "FROM feeds"`. */
export function nameOf(strings: readonly string[], id: string): string {
  if (id !== "") return `query ${id}`;
  const lines = strings.join("…").split("\n");
  const first = lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("--")) ?? "";
  return `query "${first.length > mostOfName ? `${first.slice(0, mostOfName)}…` : first}"`;
}

const mostOfName = 40;

/** A query to show, and whether it can be run on another page. */
export interface Query {
  text: string;
  /** False if it reads a table that only its page has. */
  isShared: boolean;
}

/** The query that gave these rows, or the row that is the first of them; null if none did. */
export function queryOf(rows: unknown): Query | null {
  const found = typeof rows === "object" && rows !== null ? asked.get(rows) : undefined;
  if (found === undefined) return null;
  const isShared = !found.values.some((value) => value instanceof Identifier && value.database !== undefined);
  return {text: queryText(found.strings, found.values), isShared};
}

/** A query with its values written between its strings: it gives what `bind` makes of the same. */
export function queryText(strings: readonly string[], values: readonly unknown[]): string {
  const filled = strings.map((text, i) => {
    if (i === 0) return text;
    const isOperand = /[-+*/%^|&~@!]\s*$/.test(strings[i - 1] ?? "") || /^\s*[-+*/%^|&:[]/.test(text);
    return literalOf(values[i - 1], isOperand) + text;
  });
  return filled.join("").trim();
}

// In brackets, as `--5` begins a comment, and ::BIGINT[1] would be the type of a list. A whole number beside an operator is cast,
// as the product of two INTEGERs could overflow.
function literalOf(value: unknown, isOperand = false): string {
  if (value instanceof Identifier) return value.text();
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each)).join(", ")}]`;
  const [bound, type] = typed(value);
  if (bound === null) return "NULL";
  const literal = `'${String(bound).replaceAll("'", "''")}'`;
  if (type === null) return typeof bound === "boolean" ? String(bound) : literal;
  if (type === "TIMESTAMP") return `TIMESTAMP ${literal.replace("T", " ").replace(/(\.000)?Z/, "")}`;
  if (type !== "BIGINT" || isOperand) return `(${literal}::${type})`;
  return Number(bound) < 0 ? `(${bound})` : String(bound);
}

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
