/** A ```` ```sql ```` block of a page: literal texts with one parameter between each two, as a template literal has them. */
export interface Block {
  /** From `id=series` or `id=[first]` behind the fence; null where the block shows its result as a table. */
  id: string | null;
  strings: string[];
  /** The JavaScript of each parameter, such as `pick.feed`. */
  expressions: string[];
  /** Line of the page on which the SQL starts. */
  line: number;
}

/** Reads the SQL blocks of a page that run, in their order. */
export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const {0: fence, 1: info = "", 2: source = "", index} of markdown.matchAll(/^```sql\b(.*)\n([\s\S]*?)^```/gm)) {
    if (/\brun=["']?false/.test(info) || fence === undefined) continue;
    const id = /\bid=["']?\[?(\w+)/.exec(info)?.[1] ?? null;
    const line = markdown.slice(0, index).split("\n").length + 1;
    blocks.push({id, line, ...split(source)});
  }
  return blocks;
}

/** The block's SQL with a named parameter (`$feed`) for each `${pick.feed}`; null if one is more than a simple path. */
export function namedSql({strings, expressions}: Block): {sql: string; names: string[]} | null {
  const names = expressions.map((expression) => /^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)$/.exec(expression)?.[1]);
  if (!names.every((name) => name !== undefined)) return null;
  return {sql: strings.reduce((sql, text, i) => `${sql}$${names[i - 1]}${text}`), names};
}

function split(source: string): Pick<Block, "strings" | "expressions"> {
  const strings: string[] = [];
  const expressions: string[] = [];
  let rest = source.trim();
  for (let start = rest.indexOf("${"); start !== -1; start = rest.indexOf("${")) {
    const end = closing(rest, start + 2);
    strings.push(rest.slice(0, start));
    expressions.push(rest.slice(start + 2, end).trim());
    rest = rest.slice(end + 1);
  }
  return {strings: [...strings, rest], expressions};
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; ++i) {
    if (text[i] === "{") ++depth;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}
