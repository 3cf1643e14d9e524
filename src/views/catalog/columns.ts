import {formatCount, formatPercent, formatPrice, formatUtc, missing} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {plainTable, tableBox} from "../../ui/elements/table.js";

/** A column of a table: its description, its least and greatest value as text, and its share of nulls. */
export interface CatalogColumn {
  name: string;
  /** Null for a named query's columns. */
  type: string | null;
  meaning: string;
  unit: string;
  low: string | null;
  high: string | null;
  /** From 0 to 1; null without rows, and if not counted. */
  nullShare: number | null;
  /** Whether the snapshot leaves it out. */
  storeOnly: boolean;
  /** Whether it is an argument of a named query, and its default. */
  argument?: boolean;
  usual?: string | null;
}

const headings = ["Column", "Meaning", "Unit", "Type", "Range", "Null"];

/** The columns of a table, or the arguments of a named query and the columns of its result, as one or two tables. */
export function columnTables({name, columns}: {name: string; columns: readonly CatalogColumn[]}): HTMLElement[] {
  const [given = [], returned = []] = [true, false].map((is) =>
    columns.filter(({argument = false}) => argument === is)
  );
  const result = columnTable(returned, name);
  return given.length > 0 ? [columnTable(given, name, "Argument"), result] : [result];
}

/** Columns, a row each, without empty facts. */
export function columnTable(columns: readonly CatalogColumn[], name: string, heading = "Column"): HTMLElement {
  const isCounted = columns.some(({nullShare}) => nullShare !== null);
  const isTyped = columns.some(({type}) => type !== null);
  const isShown = (label: string) => (label === "Range" || label === "Null" ? isCounted : label !== "Type" || isTyped);
  const heads = headings.filter(isShown).map((text) => ({
    label: text === "Column" ? heading : text,
    class: text === "Null" ? "fb-number" : `fb-is-${text.toLowerCase()}`
  }));
  const rows = columns.map((column) => cells(column).filter((_, i) => isShown(headings[i] ?? "")));
  const label = `${heading}s of ${name}`;
  return tableBox(label, plainTable(html("caption", {}, label), heads, rows));
}

function cells(column: CatalogColumn): (Node | string)[] {
  const {name, type, unit, meaning, storeOnly, nullShare} = column;
  const [, kind = ""] = /^(\w+(?:\[\])*)/.exec(type ?? "") ?? [];
  const share = nullShare === null ? missing : formatPercent(nullShare, {decimals: 1});
  return [
    html("code", {}, name),
    column.usual ? `${meaning}; default ${column.usual}` : meaning,
    unit,
    html("span", {title: kind === type ? null : type}, kind),
    storeOnly ? "in the store only" : rangeOf(column),
    storeOnly ? "" : share
  ];
}

function rangeOf({name, low, high, type}: CatalogColumn): HTMLElement | string {
  if (low === null || high === null) return missing;
  const [from, to] = [low, high].map((value) => written(value, type ?? "", name));
  const text = (value: string | undefined) => html("span", {}, value);
  return from === to ? text(from) : html("span", {}, text(from), " … ", text(to));
}

// Formats a value by its type. Ids stay as they are.
function written(value: string, type: string, name: string): string {
  if (/^TIMESTAMP/.test(type)) return formatUtc(value).replace(" UTC", "").replace(missing, value);
  if (/Id$/.test(name)) return value;
  const isNumber = /INT|DOUBLE/.test(type);
  if (!isNumber) return value;
  return Number.isInteger(Number(value)) ? formatCount(Number(value)) : formatPrice(Number(value));
}
