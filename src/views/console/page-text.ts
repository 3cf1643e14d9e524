import type {ConsoleChart} from "../../url/console.js";

/** The names of the kit's functions that draw. */
const calls = {time: "timeChart", bars: "barChart", heat: "heatMap", none: "dataTable"} as const;

/**
 * The Markdown of a page with a query and its chart, for a file in `src/notebooks`. Its title is the comment above the query, or
 * else the first table of the query.
 */
export function pageText(sql: string, chart: ConsoleChart, id = "rows"): string {
  const {draw, ...columns} = chart;
  const named = Object.entries(columns).map(([name, column]) => `${name}: ${JSON.stringify(column)}`);
  const call = `${calls[draw]}(${[id, ...(named.length > 0 ? [`{${named.join(", ")}}`] : [])].join(", ")})`;
  return [
    `# ${titleOf(sql).replace(/[$&<]/g, (char) => `&#${char.charCodeAt(0)};`)}`, // a link may bring a text with markup
    ...fenced("js", `import {Inputs, Plot, sql, ${calls[draw]}} from "../notebook.js";`),
    ...queryBlock(id, sql.trim().replace(/;$/, "")),
    `\${${call}}`,
    ""
  ].join("\n");
}

function titleOf(sql: string): string {
  const comment = /^\s*--[ \t]*(\S.*)/.exec(sql)?.[1]?.trimEnd();
  if (comment !== undefined) return comment;
  const code = sql.replace(/--.*|'(?:[^']|'')*'/g, "");
  // Neither the FROM of `IS DISTINCT FROM b` nor that in `extract(hour FROM a)`.
  const [, table = "my page"] = /(?<!\bdistinct\s+|\(\s*\w+\s+)\bfrom\s+"?([a-z]\w*)/i.exec(code) ?? [];
  return `${table.charAt(0).toUpperCase()}${table.slice(1).replaceAll("_", " ")}`;
}

// A block of SQL takes `${` for a value, and has no escape for it: JavaScript has.
function queryBlock(id: string, query: string): string[] {
  if (query.includes("${")) return fenced("js", `const ${id} = await sql({raw: [${JSON.stringify(query)}]});`);
  return fenced(`sql id=${id}`, query);
}

// A query may have backquotes of its own.
function fenced(info: string, code: string): string[] {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${info}`, code, fence];
}
