import type {Answer} from "../../loaders/site/answers.js";
import {answerRows, type Row} from "./rows.js";

const answers = new Map<string, Answer>();

/** Remembers what a page's queries answered when the site was built; a later answer to the same query replaces it. */
export function remember(found: readonly Answer[]): void {
  for (const answer of found) answers.set(keyOf(answer.strings, answer.params), answer);
}

/** The remembered rows of a query with these parameters; null: DuckDB has to answer. */
export function recall(strings: readonly string[], params: readonly unknown[]): Row[] | null {
  const answer = answers.get(keyOf(strings, params));
  return answer === undefined ? null : answerRows(answer.columns, answer.rows);
}

function keyOf(strings: readonly string[], params: readonly unknown[]): string {
  return JSON.stringify([strings.map((text) => text.replace(/\s+/g, " ")), params]);
}
