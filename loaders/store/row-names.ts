import {ConfigError} from "../config/errors.js";
import {columns as rowColumns} from "../parse/columns.js";
import type {FileColumn} from "./row-source.js";

/** Which column of a file is which. */
export interface RowNames {
  /** Columns of the row, and further ones, which become extra fields; by the names that they get. */
  fields: Map<string, FileColumn>;
  /** The time of publication; null if the file has none. */
  publishedAt: FileColumn | null;
  extra: FileColumn | null;
  simulated: FileColumn | null;
  /** Whether the file is an export of feed_updates, whose values are never guessed. */
  isOwn: boolean;
  /** What the reader should know of names that are not those of `feed_updates`. */
  notes: string[];
}

/** The key of Parquet's metadata, and the column of a CSV, that mark the rows of a file as simulated. */
export const simulatedMark = "simulated";

const scaled = ["carriedForward", "validSeconds", "spreadBps"]; // columns of views only, whose prices are no mantissas

/** Whether `load file` can read rows with such columns: they have feed and price, and prices are still mantissas. */
export function areUpdates(names: readonly string[]): boolean {
  return names.includes("priceFeedId") && names.includes("price") && !names.some((name) => scaled.includes(name));
}

const ofStore = ["responseId", "entryIndex"]; // each store gives its own
const known = [...rowColumns.map(({name}) => name), "publishedAt", "extra", simulatedMark, ...ofStore];
const values = new Set<string>(
  rowColumns.filter(({type}) => type === "DOUBLE" || type === "VARCHAR").map(({name}) => name)
);
const byKey = new Map(known.map((name) => [keyOf(name), name]));

// Read as `publishedAt` if there is no such column; the unit is told by the values.
const times =
  /^(?:publish(?:ed)?(?:time(?:stamp)?|on)?|(?:unix|epoch|date)?time(?:stamp)?|ts|date|epoch)(?:utc|s|ms|us|ns)?$/;

/** Finds what the columns of a file mean. @throws ConfigError if there is no feed or price, or two columns could be one */
export function namesOf(path: string, columns: readonly FileColumn[]): RowNames {
  const found = new Map<string, FileColumn>();
  const notes: string[] = [];
  const given = columns.map(({name}) => name).filter((name) => name !== "");
  for (const column of columns.filter(({name}) => name !== "")) {
    const name = byKey.get(keyOf(column.name)) ?? column.name;
    const other = found.get(name);
    if (other) throw new ConfigError(`${path} has two columns ${name}: ${other.name}, ${column.name}; remove one`);
    found.set(name, column);
  }
  assertUpdates(path, [...found.keys()], given.join(", ").slice(0, 500));
  if (given.length < columns.length) notes.push("a column without a name is left out");
  const publishedAt = found.get("publishedAt") ?? otherTime(path, found);
  if (publishedAt && publishedAt.name !== "publishedAt")
    notes.push(`publishedAt is read from the column ${publishedAt.name}`);
  const special = new Set<string>(["publishedAt", "extra", simulatedMark, ...ofStore, publishedAt?.name ?? ""]);
  const fields = new Map([...found].filter(([name]) => !special.has(name)));
  const renamed = [...fields].filter(([name, column]) => name !== column.name);
  if (renamed.length > 0)
    notes.push(`columns are read as ${renamed.map(([name, column]) => `${name} (${column.name})`).join(", ")}`);
  const others = [...fields.keys()].filter((name) => !byKey.has(keyOf(name)));
  if (others.length > 0) notes.push(`columns that are kept as extra fields: ${others.join(", ").slice(0, 500)}`);
  const [extra = null, simulated = null] = [found.get("extra"), found.get(simulatedMark)];
  return {
    fields,
    publishedAt,
    extra,
    simulated,
    isOwn: ["responseId", "exponent", "extra"].every((name) => found.has(name)),
    notes
  };
}

function assertUpdates(path: string, names: readonly string[], has: string): void {
  if (!names.includes("priceFeedId"))
    throw new ConfigError(`no rows of feeds: ${path}: it has no column priceFeedId, but ${has}`);
  if (names.some((name) => scaled.some((one) => keyOf(one) === keyOf(name))))
    throw new ConfigError(`no mantissas: ${path} is of a view: export feed_updates, which has prices as they came`);
  if (!names.some((name) => values.has(name)))
    throw new ConfigError(`no updates: ${path}: it has no value of a feed, as price, but ${has}`);
}

function otherTime(path: string, found: ReadonlyMap<string, FileColumn>): FileColumn | null {
  const all = [...found].filter(([name]) => !byKey.has(keyOf(name)) && times.test(keyOf(name)));
  const instants = all.filter(([name]) => keyOf(name) !== "date"); // a day beside a time becomes an extra field
  const candidates = instants.length === 0 ? all : instants;
  if (candidates.length < 2) return candidates[0]?.[1] ?? null;
  const names = candidates.map(([name]) => name).join(", ");
  throw new ConfigError(
    `${path} has ${candidates.length} columns that could be the time: ${names}; call the one publishedAt`
  );
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
