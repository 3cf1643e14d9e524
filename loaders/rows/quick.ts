import type {Row} from "./entry.js";

/**
 * Reads an entry whose values all come as they usually do into the same row that the schema gives, many times faster.
 * Null if anything is unusual (an extra field, a value to coerce, a timestamp of another magnitude than microseconds):
 * then the schema decides. A property test holds the two together.
 */
export function quickRow(entry: Readonly<Record<string, unknown>>): Row | null {
  const {priceFeedId, marketSession} = entry;
  if (typeof priceFeedId !== "number" || !Number.isSafeInteger(priceFeedId) || priceFeedId < 0) return null;
  if (marketSession != null && typeof marketSession !== "string") return null;
  const row = {
    priceFeedId: priceFeedId + 0,
    price: number(entry.price),
    bestBidPrice: number(entry.bestBidPrice),
    bestAskPrice: number(entry.bestAskPrice),
    confidence: number(entry.confidence),
    exponent: number(entry.exponent),
    publisherCount: number(entry.publisherCount),
    fundingRate: number(entry.fundingRate),
    fundingRateInterval: number(entry.fundingRateInterval),
    marketSession: marketSession ?? null,
    emaPrice: number(entry.emaPrice),
    emaConfidence: number(entry.emaConfidence),
    feedUpdateTimestamp: micros(entry.feedUpdateTimestamp),
    fundingTimestamp: micros(entry.fundingTimestamp)
  };
  return isUsual(row) && hasNoExtra(entry, row) ? row : null;
}

// NaN stands for "unusual": no column can hold it.
function number(value: unknown): number | null {
  if (value == null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : Number.NaN;
  return typeof value === "string" ? integer(value) : Number.NaN;
}

// A decimal integer, as mantissas are written. Up to 15 digits every step is exact; more are left to Number.
function integer(text: string): number {
  const start = text.charCodeAt(0) === 45 ? 1 : 0; // a minus sign
  if (text.length === start || text.length > 30) return Number.NaN;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  if (text.length > 15) return Number(text) + 0;
  return start === 1 ? 0 - value : value;
}

function micros(value: unknown): number | null {
  if (value == null) return null;
  return typeof value === "number" && value >= 1e14 && value < 1e17 && Number.isInteger(value) ? value : Number.NaN;
}

function isUsual(row: Row): boolean {
  return !(
    Number.isNaN(row.price) ||
    Number.isNaN(row.bestBidPrice) ||
    Number.isNaN(row.bestAskPrice) ||
    Number.isNaN(row.confidence) ||
    Number.isNaN(row.exponent) ||
    Number.isNaN(row.publisherCount) ||
    Number.isNaN(row.fundingRate) ||
    Number.isNaN(row.fundingRateInterval) ||
    Number.isNaN(row.emaPrice) ||
    Number.isNaN(row.emaConfidence) ||
    Number.isNaN(row.feedUpdateTimestamp) ||
    Number.isNaN(row.fundingTimestamp)
  );
}

function hasNoExtra(entry: object, row: Row): boolean {
  for (const name in entry) if (!(name in row) || !Object.hasOwn(row, name)) return false;
  return true;
}
