import {formatCount, formatUtc} from "../../lib/format.js";
import {formatSpan} from "../../lib/zone.js";
import {html} from "../parts/dom.js";
import {type CatalogColumn, columnTable, copyable} from "./columns.js";

/** A table or view: of the snapshot, or of the store alone. Times are text. */
export interface CatalogTable {
  kind: "table" | "view" | "store";
  name: string;
  meaning: string;
  grain: string;
  source: string;
  example: string;
  /** Null for a view of the store, which would have to be made to be counted. */
  rows: number | null;
  /** Of a table of the snapshot: the rows that the store has, whether it holds them all, and if not, since when. */
  storedRows: number | null;
  whole: boolean | null;
  wholeSince: string | null;
  since: string | null;
  until: string | null;
  columns: CatalogColumn[];
}

/** A table or view under its name, to open: its id is `prices`, or `store-feeds` for one of the store alone. */
export function entry(table: CatalogTable): HTMLDetailsElement {
  const {kind, name, meaning, columns} = table;
  const rows = table.rows === null ? "" : `${formatCount(table.rows)} ${table.rows === 1 ? "row" : "rows"}`;
  const summary = html(
    "summary",
    {},
    html("h3", {}, html("code", {}, ...breakable(name))),
    html("span", {class: "fb-meaning"}, marked(meaning)),
    html("span", {class: "fb-rows"}, rows)
  );
  const facts = html("dl", {}, ...factsOf(table).map(fact));
  const query = copyable(kind === "store" ? `npm run -s feedbook -- sql "${table.example}"` : table.example);
  const id = kind === "store" ? `store-${name}` : name;
  return html("details", {id}, summary, html("div", {}, facts, query, columnTable(columns, name)));
}

function factsOf(table: CatalogTable): [string, string][] {
  const {grain, source, since, until} = table;
  const facts: [string, string][] = [
    ["One row per", /^none; /.test(grain) ? grain.replace(/^none; /, "") : grain],
    ["Made of", source],
    ["Rows", rowsOf(table)],
    ["Time", since === null || until === null ? "" : formatSpan(since, until)]
  ];
  return facts.filter(([, text]) => text !== "");
}

// All of them stand beside the name already.
function rowsOf({rows, storedRows, whole, wholeSince}: CatalogTable): string {
  if (rows === null || storedRows === null || whole !== false) return "";
  const from = wholeSince === null ? "" : `, all of them since ${formatUtc(wholeSince, "minute")}`;
  return `${formatCount(rows)} of the store’s ${formatCount(storedRows)}${from}`;
}

function fact([term, text]: [string, string]): HTMLElement {
  return html("div", {}, html("dt", {}, term), html("dd", {}, text));
}

// Names in backquotes are code.
function marked(text: string): HTMLElement {
  const parts = text.split("`").map((part, i) => (i % 2 === 1 ? html("code", {}, part) : part));
  return html("span", {}, ...parts);
}

// Long names may wrap after their underscores.
function breakable(name: string): (Node | string)[] {
  return name.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? [part] : [html("wbr"), part]));
}
