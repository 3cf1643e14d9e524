import assert from "node:assert/strict";
import type {Body} from "../../loaders/parse/body.js";
import {columns, isColumn} from "../../loaders/parse/columns.js";
import {written} from "./written.js";

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
