import ms from "ms";
import * as z from "zod";
import {mostText} from "../parse/json.js";

const any = z.unknown().optional();
const text = any.transform((value) => (typeof value === "string" && value !== "" && !isLong(value) ? value : null));
const integer = any.transform(toInteger);

const wire = {
  pyth_lazer_id: integer.pipe(z.int().min(0)),
  symbol: text,
  name: text,
  description: text,
  asset_type: text,
  exponent: integer,
  min_channel: text, // the fastest channel of the feed
  state: text, // only feeds in the state `stable` have prices
  interval: any.transform(intervalHours)
};

const entry = z.object(wire).transform(({pyth_lazer_id, asset_type, min_channel, interval, ...same}) => ({
  ...{priceFeedId: pyth_lazer_id, assetType: asset_type, minChannel: min_channel, fundingIntervalHours: interval},
  ...same
}));

/** A feed as the catalogue describes it; missing and unreadable values are null. */
export type CatalogueEntry = z.output<typeof entry>;

/**
 * Reads the catalogue's JSON array; null for any other body. Skips and counts entries without a usable id or with a repeated
 * one, and texts that are too long.
 */
export function readCatalogue(body: string): {entries: CatalogueEntry[]; skipped: number; long: number} | null {
  const items = parseArray(body);
  if (items === null) return null;
  const entries = new Map<number, CatalogueEntry>();
  let long = 0;
  for (const item of items) {
    long += Object.entries(item ?? {}).filter(([name, value]) => name in wire && isLong(value)).length;
    const {success, data} = entry.safeParse(item);
    if (success && !entries.has(data.priceFeedId)) entries.set(data.priceFeedId, data);
  }
  return {entries: [...entries.values()], skipped: items.length - entries.size, long};
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > mostText;
}

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
  const parts = compact.match(/[\d.]+[a-z]+/g) ?? [];
  const hours = parts.reduce((total, part) => total + (ms(part as ms.StringValue) ?? Number.NaN) / 3_600_000, 0);
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
