import * as z from "zod";
import {mostText} from "../parse/json.js";

/** A feed as the catalogue describes it; missing and unreadable values are null. */
export interface CatalogueEntry {
  priceFeedId: number;
  symbol: string | null;
  name: string | null;
  description: string | null;
  assetType: string | null;
  exponent: number | null;
  /** The fastest channel of the feed. */
  minChannel: string | null;
  /** Only feeds in the state `stable` have prices. */
  state: string | null;
  fundingIntervalHours: number | null;
}

const any = z.unknown().optional();
const text = any.transform((value) => (typeof value === "string" && value !== "" && !isLong(value) ? value : null));
const integer = any.transform(toInteger);

const wireEntry = z.object({
  pyth_lazer_id: integer.pipe(z.int().min(0)),
  symbol: text,
  name: text,
  description: text,
  asset_type: text,
  exponent: integer,
  min_channel: text,
  state: text,
  interval: any.transform(intervalHours)
});

interface ReadCatalogue {
  entries: CatalogueEntry[];
  skipped: number;
  long: number;
}

/**
 * Reads the catalogue's JSON array; null for any other body. Skips and counts entries without a usable id or with a repeated
 * one, and texts that are too long.
 */
export function readCatalogue(body: string): ReadCatalogue | null {
  const items = parseArray(body);
  if (items === null) return null;
  const entries = new Map<number, CatalogueEntry>();
  let long = 0;
  for (const item of items) {
    long += Object.entries(item ?? {}).filter(([name, value]) => name in wireEntry.shape && isLong(value)).length;
    const {success, data} = wireEntry.safeParse(item);
    if (success && !entries.has(data.pyth_lazer_id)) entries.set(data.pyth_lazer_id, entryOf(data));
  }
  return {entries: [...entries.values()], skipped: items.length - entries.size, long};
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > mostText;
}

const unitHours: Record<string, number> = {d: 24, h: 1, m: 1 / 60, s: 1 / 3600};

/**
 * Hours of a funding interval: text such as `8h`, `1h 30m` or `28800s`, or a number of hours, s, ms, µs or ns, by its
 * magnitude, as intervals lie between an hour and some days. Null if unreadable.
 */
export function intervalHours(value: unknown): number | null {
  if (typeof value === "number") return numberHours(value);
  if (typeof value !== "string") return null;
  const compact = value.toLowerCase().replace(/\s+/g, "");
  if (/^\d+(\.\d+)?$/.test(compact)) return numberHours(Number(compact));
  if (!/^(\d+(\.\d+)?[a-z]+)+$/.test(compact)) return null;
  let hours = 0;
  for (const [, count, unit = ""] of compact.matchAll(/([\d.]+)([a-z]+)/g)) {
    const short = unit.replace(/^(d|h|m|s)(ays?|ours?|rs?|in(ute)?s?|ec(ond)?s?)?$/, "$1");
    hours += Number(count) * (unitHours[short] ?? Number.NaN);
  }
  return hours > 0 ? hours : null;
}

function numberHours(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value < 200) return value;
  const secondsPer = [1, 1e3, 1e6, 1e9].find((scale) => value / scale < 1e6) ?? 1e9;
  return value / secondsPer / 3600;
}

function toInteger(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

function parseArray(body: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : null;
  } catch {
    return null; // such as an HTML page
  }
}

function entryOf(data: z.output<typeof wireEntry>): CatalogueEntry {
  return {
    priceFeedId: data.pyth_lazer_id,
    symbol: data.symbol,
    name: data.name,
    description: data.description,
    assetType: data.asset_type,
    exponent: data.exponent,
    minChannel: data.min_channel,
    state: data.state,
    fundingIntervalHours: data.interval
  };
}
