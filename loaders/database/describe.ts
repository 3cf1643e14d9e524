/** What the comment at the head of a `.sql` file says of its table or view. */
export interface Description {
  meaning: string;
  /** What a row is known by. */
  grain: string;
  source: string;
  /** A query to start from; empty if there is none. */
  example: string;
  /** Meaning of each column by name, with its unit at the end: `best bid [quote currency]`. */
  columns: ReadonlyMap<string, string>;
  /** Names of the tables whose columns mean the same, the first of them first. */
  as: string[];
}

/**
 * Reads the comment at the head of a `.sql` file: its meaning, then `Grain: `, `Source: ` and `Example: `, then
 * `Columns: `, or `Columns as updates, feeds, and:`, over lines of two spaces, name, colon and meaning. Lines that are
 * indented further, or that begin with none of these, go on where the last one ended.
 */
export function readDescription(sql: string): Description {
  const [head = ""] = /^(?:--.*\n?)*/.exec(sql) ?? [];
  const parts = new Map([["Meaning", ""]]);
  const columns = new Map<string, string>();
  let add = adder(parts, "Meaning");
  for (const line of head.split("\n").map((text) => text.replace(/^-- ?/, ""))) {
    const [, part, rest = ""] = /^(Grain:|Source:|Example:|Columns)(.*)/.exec(line) ?? [];
    const [, column, meaning = ""] = (parts.has("Columns") && /^ {2}(\w+): (.*)/.exec(line)) || [];
    if (part !== undefined) add = adder(parts, part.replace(":", ""));
    if (column !== undefined) add = adder(columns, column);
    add(part === undefined && column === undefined ? line : rest + meaning);
  }
  const textOf = (name: string) => parts.get(name)?.replace(/\.$/, "") ?? "";
  const [meaning = ""] = [parts.get("Meaning")];
  const as = /^as (.*?)(?:, and)?:?$/.exec(textOf("Columns"))?.[1]?.split(", ") ?? [];
  return {meaning, grain: textOf("Grain"), source: textOf("Source"), example: textOf("Example"), columns, as};
}

function adder(parts: Map<string, string>, name: string): (text: string) => void {
  return (text) => parts.set(name, `${parts.get(name) ?? ""} ${text.trim()}`.trim());
}

/** SQL without its comments and the layout of its lines: of two that differ in these alone, it is the same. */
export function codeOf(sql: string): string {
  return sql.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
}
