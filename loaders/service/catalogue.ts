import * as z from "zod";
import {instantText} from "../config/time.js";
import {hasLongNumbers, isDeeper, mostText, parseExact, pickJson, sourceOf} from "../parse/json.js";
import {unknownShapes} from "./shapes.js";

const mostHours = 10_000; // characters of a schedule
const mostLevels = 100; // of nesting of an entry

const any = z.unknown().optional();
const written = any.transform((value) =>
  typeof value === "string" && sourceOf(value) === value ? value || null : null
);
const text = written.transform((value) => (isLong(value) ? null : value));
const integer = any.transform(toInteger);
const int32 = integer.pipe(z.int32().nullable().catch(null)); // DuckDB's INTEGER

const wire = {
  pyth_lazer_id: integer.pipe(z.int().min(0)),
  symbol: text,
  name: text,
  description: text,
  asset_type: text,
  exponent: int32,
  min_channel: text, // the fastest channel of the feed
  state: text, // only feeds in the state `stable` have prices
  interval: any.transform(intervalHours),
  min_publishers: int32,
  quote_currency: text,
  instrument_type: text,
  expiration_time: any.transform(toInstant),
  schedule: written.transform((value) => (value !== null && value.length > mostHours ? null : value))
};

const entry = z.object(wire);
type Entry = z.output<typeof entry>;

function toColumns({
  pyth_lazer_id,
  asset_type,
  min_channel,
  interval,
  min_publishers,
  expiration_time,
  ...read
}: Entry) {
  const {quote_currency, instrument_type, ...same} = read;
  return {
    ...{priceFeedId: pyth_lazer_id, assetType: asset_type, minChannel: min_channel, fundingIntervalHours: interval},
    ...{minPublishers: min_publishers, quoteCurrency: quote_currency, instrumentType: instrument_type},
    /** ISO 8601 in UTC. */
    expiresAt: expiration_time,
    ...same
  };
}

/**
 * A feed as the catalogue describes it; missing and unreadable values are null. `more` has all other fields, and unreadable
 * ones, as the JSON text of an object; null if no catalogue lists the feed.
 */
export type CatalogueEntry = ReturnType<typeof toColumns> & {more: string | null};

/** A catalogue that was read. */
export interface ReadCatalogue {
  entries: CatalogueEntry[];
  /** How many entries have no usable id, or a repeated one. */
  skipped: number;
  /** How many texts are too long, and left out. */
  long: number;
  /** In how many entries a field has an unknown shape, by field. */
  unknown: Map<string, number>;
}

/** Reads the catalogue's JSON array; null for any other body. */
export function readCatalogue(body: string): ReadCatalogue | null {
  const items = parseArray(body);
  if (items === null) return null;
  const entries = new Map<number, CatalogueEntry>();
  const unknown = new Map<string, number>();
  let long = 0;
  for (const item of items) {
    long += Object.entries(item ?? {}).filter(([name, value]) => isText(name) && isLong(value)).length;
    const {success, data} = entry.safeParse(item);
    if (!success || entries.has(data.pyth_lazer_id)) continue;
    const fields = item as Record<string, unknown>;
    const unread = unreadFields(fields, data);
    for (const name of new Set([...unread, ...unknownShapes(fields)])) unknown.set(name, (unknown.get(name) ?? 0) + 1);
    const keep = (name: string) => (!(name in wire) || unread.includes(name)) && !isDeeper(fields[name], mostLevels);
    entries.set(data.pyth_lazer_id, {...toColumns(data), more: pickJson(fields, keep) ?? "{}"});
  }
  return {entries: [...entries.values()], skipped: items.length - entries.size, long, unknown};
}

// Fields with a column whose value could not be read. A text that is too long is counted apart.
function unreadFields(fields: Record<string, unknown>, read: Entry): string[] {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
  const isMissed = ([name, value]: [string, unknown]) =>
    value === null && !isEmpty(fields[name]) && !(isText(name) && isLong(fields[name]));
  return Object.entries(read)
    .filter(isMissed)
    .map(([name]) => name);
}

function isText(name: string): boolean {
  return (wire as Record<string, unknown>)[name] === text;
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > mostText;
}

/** Hours of a funding interval such as `8h`, `30m` or `28800s`; null for any other value. */
export function intervalHours(value: unknown): number | null {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)([hms])$/.exec(String(value)) ?? [];
  const hours = Number(count) / (perHour[unit] ?? Number.NaN);
  return hours > 0 ? hours : null;
}

const perHour: Readonly<Record<string, number>> = {h: 1, m: 60, s: 3600};

function toInteger(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

// Reads RFC 3339 text. Writes fractions of a second as the store does: a difference would count as a change.
function toInstant(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value))
    return null;
  const instant = Date.parse(value.replace(" ", "T"));
  return Number.isNaN(instant) ? null : instantText(instant).replace(/(\.\d+?)0+Z$/, "$1Z");
}

function parseArray(body: string): unknown[] | null {
  try {
    const value: unknown = hasLongNumbers(body) ? parseExact(body) : JSON.parse(body);
    return Array.isArray(value) ? value : null;
  } catch {
    return null; // such as an HTML page
  }
}
