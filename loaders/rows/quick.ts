import {closeRow, numberColumns, type RowBatch, textColumns} from "./batch.js";
import {isColumn} from "./columns.js";
import {pickJson} from "./json.js";
import {isUsualText, readers, unusual} from "./readers.js";

const numbersOf = numberColumns.map(({name, type}) => ({name, quick: readers[type].quick}));

/**
 * Adds an entry whose values all come as they usually do to a batch: what `readEntry` gives, many times faster. False if
 * anything is unusual (a value to coerce, a timestamp of another magnitude than microseconds, a number or more in an
 * extra field): then `readEntry` decides. A property test holds the two together.
 */
export function quickRow(parsed: unknown, entryIndex: number, batch: RowBatch): boolean {
  if (typeof parsed !== "object" || parsed === null) return false;
  const entry = parsed as Readonly<Record<string, unknown>>; // an array has no priceFeedId
  const {numbers, capacity, length, texts} = batch;
  let place = length;
  let fields = 0;
  for (const {name, quick} of numbersOf) {
    const value = entry[name];
    const cell = quick(value);
    if (cell === unusual) return false;
    if (value !== undefined) fields += 1;
    numbers[place] = cell;
    place += capacity;
  }
  for (const {name} of textColumns) {
    const value = entry[name];
    if (!isUsualText(value)) return false;
    if (value !== undefined) fields += 1;
    texts[name][length] = value ?? null;
  }
  const extra = fields === countFields(entry) ? null : plainExtras(entry); // fields beyond those seen are extras
  if (extra === undefined) return false;
  closeRow(batch, entryIndex, extra);
  return true;
}

// A number is kept as it is written, which the parsed entry does not show: undefined if there may be one.
function plainExtras(entry: Readonly<Record<string, unknown>>): string | null | undefined {
  for (const name in entry) {
    const value = entry[name];
    if (value !== null && typeof value !== "string" && typeof value !== "boolean" && !isColumn(name)) return undefined;
  }
  return pickJson(entry, (name) => !isColumn(name));
}

function countFields(entry: object): number {
  let count = 0;
  for (const _name in entry) count += 1; // parsed JSON inherits no field, and has no undefined one
  return count;
}
