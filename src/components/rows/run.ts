import type {Row} from "../../lib/rows.js";
import {csv, csvFile, download} from "../chart/save.js";
import {html} from "../parts/dom.js";
import {dataTable, savedValue} from "./data-table.js";

/** What a query answers: its rows as a table, or why it failed. */
export async function resultOf(rows: Promise<Row[]>): Promise<HTMLElement> {
  try {
    return dataTable(await rows, {title: "Result", most: 100});
  } catch (error) {
    return failure(error);
  }
}

/** Saves what a query answers as CSV; gives why that failed, or null. */
export async function saveRows(name: string, rows: Promise<Row[]>): Promise<HTMLElement | null> {
  try {
    const all = await rows;
    const header = Object.keys(all[0] ?? {});
    const cells = all.map((row) => header.map((column) => savedValue(row[column])));
    download(csvFile(name, csv(header, cells)));
    return null;
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): HTMLElement {
  return html("pre", {class: "fb-failure", role: "alert"}, error instanceof Error ? error.message : String(error));
}
