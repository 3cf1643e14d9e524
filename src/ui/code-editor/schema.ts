/** The names that an editor of SQL completes. */
export interface Schema {
  /** Named queries, tables and views. */
  tables: readonly SchemaTable[];
  /** Functions of the engine. */
  functions: readonly SchemaFunction[];
}

/** A named query (`kind` is `query`), table or view. */
export interface SchemaTable {
  kind: string;
  name: string;
  meaning: string;
  columns: readonly SchemaColumn[];
}

/** A column, or an argument of a named query. */
export interface SchemaColumn {
  name: string;
  type: string | null;
  unit: string;
  meaning: string;
  argument?: boolean;
  /** The default of an argument; null where it must be given. */
  usual?: string | null;
}

/** A function, with its parameters as text: `x, y`. */
export interface SchemaFunction {
  name: string;
  parameters: string;
  meaning: string;
}

/** The required arguments of a named query, and the optional ones, which are given by name. */
export function argumentsOf({columns}: Pick<SchemaTable, "columns">): {must: SchemaColumn[]; can: SchemaColumn[]} {
  const all = columns.filter(({argument = false}) => argument);
  const isGiven = ({usual}: SchemaColumn) => usual === null || usual === undefined || usual === "";
  return {must: all.filter(isGiven), can: all.filter((each) => !isGiven(each))};
}
