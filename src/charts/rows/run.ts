import type {Row} from "../../duckdb/values/rows.js";
import {messageOf} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {csv, csvFile, csvLines, download} from "../save.js";
import {dataTable, savedValue} from "./data-table.js";

/** The rows of a query as a table, or its error. */
export async function resultOf(rows: Promise<Row[]>): Promise<HTMLElement> {
  try {
    return dataTable(await rows, {title: "Result", most: 100});
  } catch (error) {
    return failure(error);
  }
}

const piece = 50_000; // rows per query, so that few are in memory at a time

/** Saves a table as CSV; returns an error to show, or null. `ask` runs a query. */
export async function saveTable(name: string, ask: (sql: string) => Promise<Row[]>): Promise<HTMLElement | null> {
  try {
    const header = (await ask(`DESCRIBE ${name}`)).map(({column_name: column}) => String(column));
    const texts: (Blob | string)[] = [csv(header, [])];
    let count = piece;
    for (let at = 0; count === piece; at += count) {
      const rows = await ask(`FROM ${name} LIMIT ${piece} OFFSET ${at}`); // a table keeps its order
      texts.push(new Blob([csvLines(rows.map((row) => header.map((column) => savedValue(row[column]))))]));
      count = rows.length;
    }
    download(csvFile(name, ...texts));
    return null;
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): HTMLElement {
  return html("pre", {class: "fb-failure", role: "alert"}, messageOf(error));
}
