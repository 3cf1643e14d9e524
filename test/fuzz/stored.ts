import assert from "node:assert/strict";
import {type Body, BodyError} from "../../loaders/parse/body.js";
import {columns} from "../../loaders/parse/columns.js";
import type {TestStore} from "../helpers/store.js";

/**
 * Checks that a store holds each body as it was read, and that DuckDB can read every JSON text in it.
 * @throws AssertionError
 */
export async function checkStore(
  {records}: TestStore,
  texts: readonly string[],
  bodies: readonly (Body | BodyError)[]
): Promise<void> {
  // Ids sort in the order in which they were made.
  const responses = await records("SELECT responseId, entries, rows, rejected FROM responses ORDER BY responseId");
  const place = new Map(responses.map(({responseId}, i) => [responseId, i]));
  const placed = async (sql: string) =>
    (await records(sql)).map(({responseId, ...row}) => ({at: place.get(responseId), ...row}));
  const read = bodies.map((body) => (body instanceof BodyError ? null : body));
  const each = <T>(of: (body: Body) => readonly T[]) =>
    read.flatMap((body, at) => (body ? of(body) : []).map((part) => ({at, ...part})));
  assert.deepEqual(
    responses.map(({responseId: _, ...counts}) => counts),
    read.map((body) => ({
      entries: body?.entries ?? 0,
      rows: body?.rows.length ?? 0,
      rejected: body?.rejects.length ?? 0
    }))
  );
  assert.deepEqual(
    await placed(updates),
    each(({rows}) => rows.map((row) => ({...stored(row), extra: row.extra})))
  );
  assert.deepEqual(
    await placed("FROM rejected_entries ORDER BY responseId, entryIndex"),
    each(({rejects}) => rejects.map(({reason, ...reject}) => ({...reject, reason: unicode(reason)})))
  );
  assert.deepEqual(sorted(await placed("FROM coercions")), sorted(each(({coercions}) => coercions)));
  const failures = bodies.flatMap((body, at) =>
    body instanceof BodyError
      ? [{at, problem: unicode(body.problem), start: unicode(texts[at]?.slice(0, 1000) ?? "")}]
      : []
  );
  assert.deepEqual(await placed("FROM failed_responses ORDER BY responseId"), failures);
  assert.deepEqual(await records(unreadable), [], "every JSON text is JSON to DuckDB");
}

const updates = `SELECT responseId, ${columns.map(({name, type}) => (type === "TIMESTAMP" ? `epoch_us(${name})::DOUBLE AS ${name}` : name)).join()}, entryIndex, extra
  FROM feed_updates ORDER BY responseId, entryIndex`;

const unreadable = `SELECT text FROM (
    SELECT extra AS text FROM feed_updates UNION ALL SELECT entry FROM rejected_entries UNION ALL SELECT value FROM coercions
  ) WHERE NOT json_valid(text)`;

function stored(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? unicode(value) : value])
  );
}

function sorted(list: readonly object[]): string[] {
  return list.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

// As the store gives it back: half a surrogate pair is replaced.
function unicode(text: string): string {
  return Buffer.from(text).toString();
}
