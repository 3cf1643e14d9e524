import {pageLink} from "./page-link.js";
import {patched} from "./state.js";

/** How the console draws the rows of a query, and from which columns. It chooses missing columns itself. */
export interface ConsoleChart {
  /** Over time, bars of categories, a heat map, or no chart. */
  draw: (typeof draws)[number];
  x?: string;
  /** Over time it may be several, a line each. */
  y?: string | readonly string[];
  /** Over time: the column with a value for each line. */
  series?: string;
  /** In a heat map: the column of the cells. */
  value?: string;
}

/** The charts of the console. */
export const draws = ["time", "bars", "heat", "none"] as const;

const columns = ["x", "y", "series", "value"] as const;

// From a page at any depth, and below any base: the site has this module in `_import/lib`. A test has it in no site.
const page = import.meta.url.startsWith("http") ? new URL("../../sql", import.meta.url).pathname : "./sql";

/**
 * The address of the console with a query, and a chart of its rows: it runs as soon as it is opened. Both stand behind the
 * `#`, which a browser does not send to a server.
 */
export function consoleLink(sql: string, chart?: ConsoleChart): string {
  return `${pageLink(page)}${consoleHash(sql, chart)}`;
}

/** The same without the page's path: `#sql=FROM+feeds`. */
export function consoleHash(sql: string, chart?: ConsoleChart): string {
  const {y = [], ...one} = chart ?? {};
  const text = patched("", Object.fromEntries(Object.entries({sql, ...one}).filter(([, value]) => value)));
  const several = new URLSearchParams([y].flat().flatMap((name) => (name === "" ? [] : [["y", name]])));
  return `#${[text.slice(1), String(several)].filter(Boolean).join("&")}`;
}

/** The query and the chart of an address's `#…`; null without a query. An unknown chart is left out. */
export function readConsole(hash: string): {sql: string; chart?: ConsoleChart} | null {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const sql = given.get("sql") ?? "";
  if (sql.trim() === "") return null;
  const draw = draws.find((name) => name === given.get("draw"));
  if (draw === undefined) return {sql};
  const named = columns.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : []));
  const ys = given.getAll("y").filter(Boolean);
  return {sql, chart: {draw, ...Object.fromEntries(named), ...(ys.length > 1 && {y: ys})}};
}
