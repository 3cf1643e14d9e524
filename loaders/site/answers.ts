import {messageOf} from "../config/errors.js";
import type {QueryResult} from "../database/query.js";
import type {Snapshot} from "../snapshot/snapshot.js";
import {type Block, namedSql} from "./blocks.js";

/** What a page's query answers for the page's opening view, found again by its text and parameters. */
export interface Answer extends QueryResult {
  strings: string[];
  params: Parameter[];
}

/** A value bound to a query; lists are bound as JSON text, which DuckDB casts: `${pick.feeds}::BIGINT[]`. */
export type Parameter = boolean | number | string | null;

/**
 * Answers the blocks of a page whose parameters are all keys of `pick`, the opening view. The others are left to
 * DuckDB-Wasm. @throws an error with the block's line, if one does not run
 */
export async function answerBlocks(
  snapshot: Snapshot,
  blocks: readonly Block[],
  pick: Readonly<Record<string, unknown>>
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const block of blocks) {
    const named = namedSql(block);
    if (named === null || !named.names.every((name) => name in pick)) continue;
    const values = Object.fromEntries(named.names.map((name) => [name, toParameter(pick[name])]));
    const result = await snapshot.query(named.sql, values).catch((error: unknown) => {
      throw Object.assign(new Error(messageOf(error)), {line: block.line});
    });
    answers.push({strings: block.strings, params: named.names.map((name) => values[name] ?? null), ...result});
  }
  return answers;
}

/** A value as it is bound: lists and other structures as JSON text. */
export function toParameter(value: unknown): Parameter {
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
