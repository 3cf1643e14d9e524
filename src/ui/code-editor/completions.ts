import {type Completion, snippetCompletion} from "@codemirror/autocomplete";

/** The names that an editor of SQL completes. */
export interface Schema {
  tables: readonly SchemaTable[];
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

// Names of the site's data come before others that fit as well.
const boosts = {table: 4, column: 3, argument: 2, query: 1, function: -1} as const;

/** The words that can stand at a place of a query, apart from keywords. `before` ends there. */
export function completionsAt(schema: Schema, before: string, text: string): Completion[] {
  const [, owner] = /([A-Za-z_]\w*)\.\w*$/.exec(before) ?? [];
  const named = schema.tables.filter(({name}) => hasWord(text, name));
  if (owner !== undefined) {
    const table = tableOf(schema, named, owner, text);
    return table === undefined ? [] : table.columns.filter(isColumn).map((column) => columnOption(column, table));
  }
  return [
    ...distinct(named.flatMap((table) => table.columns.filter(isColumn).map((column) => columnOption(column, table)))),
    ...distinct(named.flatMap((table) => argumentsOf(table).can.map((argument) => argumentOption(argument, table)))),
    ...schema.tables.map(tableOption),
    ...schema.functions.map(({name, parameters, meaning}) =>
      snippetCompletion(`${name}(\${})`, {
        label: name,
        detail: `(${parameters})`,
        info: meaning,
        type: "function",
        boost: boosts.function
      })
    )
  ];
}

function isColumn({argument = false}: SchemaColumn): boolean {
  return !argument;
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`, "i").test(text);
}

// The table of a name before a dot: its own, or an alias such as `p` in `FROM prices AS p` or `FROM candles(1, …) p`.
function tableOf(
  {tables}: Schema,
  named: readonly SchemaTable[],
  owner: string,
  text: string
): SchemaTable | undefined {
  const isSame = (name: string | undefined) => name?.toLowerCase() === owner.toLowerCase();
  return tables.find(({name}) => isSame(name)) ?? named.find(({name}) => aliasesOf(name, text).some(isSame));
}

function aliasesOf(name: string, text: string): (string | undefined)[] {
  const places = text.matchAll(new RegExp(`\\b${name}\\b\\s*`, "gi"));
  return Array.from(places, ({index, 0: found}) => {
    const rest = text.slice(afterCall(text, index + found.length));
    return /^\s*(?:AS\s+)?(\w+)/i.exec(rest)?.[1];
  });
}

// Where the brackets that open at a place are closed; the place itself if none do.
function afterCall(text: string, from: number): number {
  if (text[from] !== "(") return from;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return text.length;
}

function tableOption(table: SchemaTable): Completion {
  const {kind, name, meaning} = table;
  if (kind !== "query") return {label: name, detail: kind, info: plain(meaning), type: "class", boost: boosts.table};
  const {must, can} = argumentsOf(table);
  const given = must.map((argument) => `\${${argument.name}}`).join(", ");
  const names = [...must.map(({name: each}) => each), ...can.map(({name: each}) => `${each} := …`)].join(", ");
  const info = [plain(meaning), ...[...must, ...can].map((each) => `${each.name}: ${described(each)}`)].join("\n");
  return snippetCompletion(`${name}(${given})`, {
    label: name,
    detail: `(${names})`,
    info,
    type: "function",
    boost: boosts.query
  });
}

function columnOption(column: SchemaColumn, {name}: SchemaTable): Completion {
  const detail = [column.type?.replace(/\(.*/, ""), column.unit].filter(Boolean).join(", ");
  return {
    label: column.name,
    detail,
    info: `${name}: ${plain(column.meaning)}`,
    type: "property",
    boost: boosts.column
  };
}

function argumentOption(argument: SchemaColumn, {name}: SchemaTable): Completion {
  const label = `${argument.name} := `;
  const info = `${described(argument)}; default ${argument.usual}`;
  return {label, detail: `of ${name}`, info, type: "variable", boost: boosts.argument};
}

function described({meaning, unit}: SchemaColumn): string {
  return plain(unit === "" ? meaning : `${meaning} (${unit})`);
}

// Names in meanings stand in backquotes.
function plain(text: string): string {
  return text.replaceAll("`", "");
}

function distinct(options: readonly Completion[]): Completion[] {
  return [...new Map(options.map((option) => [option.label, option] as const)).values()];
}

/** The required arguments of a named query, and the optional ones, which are given by name. */
function argumentsOf({columns}: Pick<SchemaTable, "columns">): {must: SchemaColumn[]; can: SchemaColumn[]} {
  const all = columns.filter(({argument = false}) => argument);
  const isGiven = ({usual}: SchemaColumn) => usual === null || usual === undefined || usual === "";
  return {must: all.filter(isGiven), can: all.filter((each) => !isGiven(each))};
}
