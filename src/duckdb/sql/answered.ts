import type {Table} from "apache-arrow";
import {snapshotUrl} from "../snapshot.js";
import {tablesVersion} from "../tables.js";
import type {Parameter} from "./parameters.js";

// Each input reruns all cells of a page, though a change of basis asks the same queries.
const answered = new Map<string, Table>(); // the latest last

const [mostAnswers, mostRows] = [40, 20_000];

// Functions whose result differs from call to call, by any name that DuckDB has for them.
const changing =
  /\b(?:now|today|random|nextval|age|transaction_timestamp|\w*current\w*|\w*localtime\w*|\w*uuid\w*|\w*sample)\b/i;

/** The table of a query that DuckDB answered a moment ago, else a new one from `run`. Time, chance and large results are asked anew. */
export async function answerOnce(
  text: string,
  params: readonly Parameter[],
  run: () => Promise<Table>
): Promise<Table> {
  const key = JSON.stringify([await snapshotUrl(), tablesVersion(), text, params]);
  const known = answered.get(key);
  const table = known ?? (await run());
  if (changing.test(text) || table.numRows > mostRows) return table;
  answered.delete(key);
  answered.set(key, table);
  const [oldest] = answered.keys();
  if (answered.size > mostAnswers && oldest !== undefined) answered.delete(oldest);
  return table;
}
