import assert from "node:assert/strict";
import type {Body} from "../../loaders/parse/body.js";
import {columns, isColumn} from "../../loaders/parse/columns.js";
import type {TestStore} from "../helpers/store.js";

/**
 * Checks a read body against its text, by other means than the reader's: every entry is a row or a reject,
 * once; rejects, extras and coercions are as written; a column is null only where nothing came, or a coercion says so.
 * @throws AssertionError
 */
export function checkReading(text: string, {entries, rows, rejects, coercions}: Body): void {
  const update = member(member(written(text), "parsed"), "priceFeeds");
  assert(Array.isArray(update));
  const places = [...rows.map(({entryIndex}) => entryIndex), ...rejects.map(({entryIndex}) => entryIndex)].sort(
    (a, b) => a - b
  );
  assert.deepEqual(places, [...update.keys()], "every entry is accounted for, once");
  assert.equal(entries, update.length);
  for (const {entryIndex, entry} of rejects) assert.deepEqual(written(entry), update[entryIndex]);
  for (const row of rows) {
    const {entryIndex, extra} = row;
    const entry: unknown = update[entryIndex];
    assert(entry instanceof Map);
    const others: [string, unknown][] = [...entry].filter(([name]) => !isColumn(name));
    assert.deepEqual(extra === null ? new Map() : written(extra), new Map(others));
    const nulls = coercions.filter((coercion) => coercion.entryIndex === entryIndex);
    for (const {name} of columns) {
      const came: unknown = entry.get(name) ?? null;
      const coerced = nulls.filter(({columnName}) => columnName === name);
      assert.equal(coerced.length, row[name] === null && came !== null ? 1 : 0, `coercions of ${name}`);
      for (const {value, priceFeedId} of coerced) {
        assert.deepEqual(written(value), came);
        assert.equal(priceFeedId, row.priceFeedId);
      }
      assert(came !== null || row[name] === null, `${name} is made up`);
    }
  }
}

function member(value: unknown, name: string): unknown {
  return value instanceof Map ? value.get(name) : undefined;
}

/**
 * Checks that a store holds as many entries as were read, and that DuckDB can read every JSON text in it.
 * @throws AssertionError
 */
export async function checkStore({records}: TestStore, bodies: readonly Body[]): Promise<void> {
  const kept = "SELECT entries, rows, rejected FROM responses ORDER BY responseId"; // in the order in which they were made
  const read = bodies.map(({entries, rows, rejects}) => ({entries, rows: rows.length, rejected: rejects.length}));
  assert.deepEqual(await records(kept), read);
  assert.deepEqual(
    await records("SELECT priceFeedId, price, exponent, extra FROM feed_updates ORDER BY responseId, entryIndex"),
    bodies.flatMap(({rows}) =>
      rows.map(({priceFeedId, price, exponent, extra}) => ({priceFeedId, price, exponent, extra}))
    )
  );
  assert.deepEqual(await records(unreadable), [], "every JSON text is JSON to DuckDB");
}

const unreadable = `SELECT text FROM (
    SELECT extra AS text FROM feed_updates UNION ALL SELECT entry FROM rejected_entries UNION ALL SELECT value FROM coercions
  ) WHERE NOT json_valid(text)`;

const token = /"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * A JSON text as a value in which every number has all its written digits, whatever a double holds: two texts
 * mean the same if these are equal. Text that is no Unicode has replacement characters. @throws SyntaxError
 */
export function written(json: string): unknown {
  JSON.parse(json); // it must be JSON before the numbers are marked, too
  return plain(
    JSON.parse(json.replace(token, (found) => (found.startsWith('"') ? found : `{"number":"${decimal(found)}"}`)))
  );
}

// Digits without zeros at their ends, and where the point stands.
function decimal(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`;
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([name, part]) => [Buffer.from(name).toString(), plain(part)]));
}
