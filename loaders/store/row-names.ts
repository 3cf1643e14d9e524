import {ConfigError} from "../config/errors.js";
import {columns as rowColumns} from "../parse/columns.js";
import type {FileColumn} from "./row-source.js";

/** The meaning of each column of a file. */
export interface RowNames {
  /** Columns of the row, and others, which become extra fields, by the names that they get. */
  fields: Map<string, FileColumn>;
  /** The time of publication; null if the file has none. */
  publishedAt: FileColumn | null;
  extra: FileColumn | null;
  simulated: FileColumn | null;
  /** Whether the file is an export of feed_updates, which needs no check of its values. */
  isOwn: boolean;
  /** Messages about columns whose names differ from the names in `feed_updates`. */
  notes: string[];
}

/** The key of Parquet's metadata, and the column of a CSV, that mark the rows of a file as simulated. */
export const simulatedMark = "simulated";

const scaled = ["carriedForward", "validSeconds", "spreadBps"]; // columns of views, whose prices are scaled

/** Whether `load file` can read rows with such columns: they have feed and price, and prices are still mantissas. */
export function areUpdates(names: readonly string[]): boolean {
  return names.includes("priceFeedId") && names.includes("price") && !names.some((name) => scaled.includes(name));
}

const special = ["publishedAt", "extra", simulatedMark, "responseId", "entryIndex"]; // a store makes the last two itself
const known = new Map([...rowColumns.map(({name}) => name), ...special].map((name) => [keyOf(name), name]));
const values = rowColumns.filter(({type}) => type === "DOUBLE" || type === "VARCHAR").map(({name}) => name as string);

// Names of a column that is read as `publishedAt` if there is none.
const times =
  /^(?:publish(?:ed)?(?:time(?:stamp)?|on)?|(?:unix|epoch|date)?time(?:stamp)?|ts|date|epoch)(?:utc|s|ms|us|ns)?$/;

/** Finds the meaning of a file's columns. @throws ConfigError if feed or price is missing, or two columns could be one */
export function namesOf(path: string, columns: readonly FileColumn[]): RowNames {
  const named = columns.filter(({name}) => name !== "");
  const found = new Map<string, FileColumn>();
  for (const column of named) {
    const name = known.get(keyOf(column.name)) ?? column.name;
    const other = found.get(name);
    if (other) throw new ConfigError(`${path} has two columns ${name}: ${other.name}, ${column.name}; remove one`);
    found.set(name, column);
  }
  assertUpdates(path, found);
  const publishedAt = found.get("publishedAt") ?? otherTime(path, found);
  const isField = (name: string) => !special.includes(name) && name !== publishedAt?.name;
  const fields = new Map([...found].filter(([name]) => isField(name)));
  const notes = notesOf(fields, publishedAt);
  if (named.length < columns.length) notes.unshift("a column without a name is left out");
  const [extra = null, simulated = null] = [found.get("extra"), found.get(simulatedMark)];
  const isOwn = ["responseId", "exponent", "extra"].every((name) => found.has(name));
  return {fields, publishedAt, extra, simulated, isOwn, notes};
}

function notesOf(fields: RowNames["fields"], publishedAt: FileColumn | null): string[] {
  const renamed = [...fields].filter(([name, column]) => name !== column.name);
  const pairs = renamed.map(([name, column]) => `${name} (${column.name})`).join(", ");
  const others = [...fields.keys()].filter((name) => !known.has(keyOf(name))).join(", ");
  const notes: string[] = [];
  if (publishedAt && publishedAt.name !== "publishedAt")
    notes.push(`publishedAt is read from the column ${publishedAt.name}`);
  if (pairs !== "") notes.push(`columns are read as ${pairs}`);
  if (others !== "") notes.push(`columns that are kept as extra fields: ${others.slice(0, 500)}`);
  return notes;
}

function assertUpdates(path: string, found: ReadonlyMap<string, FileColumn>): void {
  const names = [...found.keys()];
  const has = names.join(", ").slice(0, 500);
  if (!found.has("priceFeedId"))
    throw new ConfigError(`no rows of feeds: ${path}: it has no column priceFeedId, but ${has}`);
  if (names.some((name) => scaled.some((one) => keyOf(one) === keyOf(name))))
    throw new ConfigError(`no mantissas: ${path} is of a view: export feed_updates, which has prices as they came`);
  if (!values.some((name) => found.has(name)))
    throw new ConfigError(`no updates: ${path}: it has no value of a feed, as price, but ${has}`);
}

function otherTime(path: string, found: ReadonlyMap<string, FileColumn>): FileColumn | null {
  const all = [...found.values()].filter(({name}) => !known.has(keyOf(name)) && times.test(keyOf(name)));
  const instants = all.filter(({name}) => keyOf(name) !== "date"); // a day beside a time becomes an extra field
  const candidates = instants.length === 0 ? all : instants;
  if (candidates.length < 2) return candidates[0] ?? null;
  const names = candidates.map(({name}) => name).join(", ");
  throw new ConfigError(
    `${path} has ${candidates.length} columns that could be the time: ${names}; call the one publishedAt`
  );
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
