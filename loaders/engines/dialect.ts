/** What a call becomes: `$1` is its first argument, `$*` are all; text without them is another name. */
export type Template = string | ((args: readonly string[]) => string);

/** How an engine writes what DuckDB's plans name. What is not listed, it cannot say. */
export interface Dialect {
  /** By DuckDB's names of types. */
  types: Readonly<Record<string, string>>;
  /** By DuckDB's names of functions. */
  functions: Readonly<Record<string, Template>>;
  /** Casts of which `CAST(… AS …)` is not the right text: `TIMESTAMP WITH TIME ZONE→TIMESTAMP`. */
  casts?: Readonly<Record<string, Template>>;
  /** Before the type of a cast that gives null where it fails. */
  tryCast: Template;
  /** What the first argument becomes of an aggregate whose filter may leave no row, where the engine would give zero and not null. */
  mayLackRows?: Template;
  quote: '"' | "`";
  /** The rows of an array in place of a column, and the text after the table; `$1` is the array, `$2` a name. */
  unnest: {column: string; table?: string};
  /** Statements that come first. */
  before?: readonly string[];
  /** At the end of a view. */
  settings?: string;
  /** Makes a table of Parquet files. */
  files(table: FileTable): string[];
}

/** A table of a lake: its Parquet files, in one folder, or in one per day (`date=…`). */
export interface FileTable {
  name: string;
  /** A folder, or an address such as `s3://bucket/lake/feed_updates`. */
  folder: string;
  daily: boolean;
  /** With the types of DuckDB. */
  columns: readonly {name: string; type: string; nullable: boolean}[];
}

/** Text between single quotes. @throws Error where an engine would read a backslash in it as an escape */
export function quoted(text: string): string {
  if (text.includes("\\")) throw new Error(`cannot write a backslash for every engine: ${text}`);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Fills in the arguments of a call. */
export function filled(template: Template, args: readonly string[]): string {
  if (typeof template !== "string") return template(args);
  const all = args.join(", ");
  if (!template.includes("$")) return `${template}(${all})`;
  return template.replace(/\$(\d|\*)/g, (_, place) => (place === "*" ? all : (args[Number(place) - 1] ?? "")));
}

/** Functions that all engines have by one name, and operators. */
export const common: Readonly<Record<string, Template>> = {
  ...Object.fromEntries(
    ["abs", "avg", "ceil", "count", "greatest", "lag", "lead", "least", "max", "min", "pow", "sum"].map((name) => [
      name,
      name
    ])
  ),
  ...Object.fromEntries(["+", "*", "/"].map((name) => [name, `($1 ${name} $2)`])),
  "-": ([a, b]) => (b === undefined ? `(-${a})` : `(${a} - ${b})`),
  any_value: "any_value",
  array_extract: "$1[$2]",
  count_star: "count(*)$*",
  row_number: "row_number"
};
