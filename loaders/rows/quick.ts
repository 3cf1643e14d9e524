import {closeRow, numberPlaces as place, type RowBatch} from "./batch.js";
import {isColumn} from "./columns.js";
import {pickJson} from "./json.js";
import {mostText} from "./limits.js";

/**
 * Adds an entry whose values all come as they usually do to a batch, with what the schema gives, many times faster. False
 * if anything is unusual (a value to coerce, a timestamp of another magnitude than microseconds, a number or more in an
 * extra field): then the schema decides. A property test holds the two together.
 */
export function quickRow(parsed: unknown, entryIndex: number, batch: RowBatch): boolean {
  if (typeof parsed !== "object" || parsed === null) return false;
  const entry = parsed as Readonly<Record<string, unknown>>; // an array has no priceFeedId
  const {priceFeedId, marketSession} = entry;
  if (typeof priceFeedId !== "number" || !Number.isSafeInteger(priceFeedId) || priceFeedId < 0) return false;
  if (marketSession != null && !(typeof marketSession === "string" && marketSession.length <= mostText)) return false;
  const {numbers, capacity, length} = batch;
  let fields = marketSession === undefined ? 1 : 2;
  let usual = true;
  numbers[place.priceFeedId * capacity + length] = priceFeedId + 0;
  put(place.price, number(entry.price), entry.price);
  put(place.bestBidPrice, number(entry.bestBidPrice), entry.bestBidPrice);
  put(place.bestAskPrice, number(entry.bestAskPrice), entry.bestAskPrice);
  put(place.confidence, number(entry.confidence), entry.confidence);
  put(place.exponent, number(entry.exponent), entry.exponent);
  put(place.publisherCount, number(entry.publisherCount), entry.publisherCount);
  put(place.fundingRate, number(entry.fundingRate), entry.fundingRate);
  put(place.fundingRateInterval, number(entry.fundingRateInterval), entry.fundingRateInterval);
  put(place.emaPrice, number(entry.emaPrice), entry.emaPrice);
  put(place.emaConfidence, number(entry.emaConfidence), entry.emaConfidence);
  put(place.feedUpdateTimestamp, micros(entry.feedUpdateTimestamp), entry.feedUpdateTimestamp);
  put(place.fundingTimestamp, micros(entry.fundingTimestamp), entry.fundingTimestamp);
  batch.texts.marketSession[length] = marketSession ?? null;
  if (!usual) return false;
  const extra = fields === countFields(entry) ? null : plainExtras(entry); // fields beyond those seen are extras
  if (extra !== undefined) closeRow(batch, entryIndex, extra);
  return extra !== undefined;

  function put(column: number, cell: number, value: unknown): void {
    numbers[column * capacity + length] = cell;
    if (cell === unusual) usual = false;
    if (value !== undefined) fields += 1;
  }
}

const unusual = Infinity; // no column can hold it; NaN is null

function number(value: unknown): number {
  if (typeof value === "string") return integer(value);
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : unusual; // + 0: no negative zero
  return value == null ? Number.NaN : unusual;
}

// A decimal integer, as mantissas are written. Up to 15 digits every step is exact; more are left to Number.
function integer(text: string): number {
  const start = text.charCodeAt(0) === 45 ? 1 : 0; // a minus sign
  if (text.length === start || text.length > 30) return unusual;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return unusual;
    value = value * 10 + digit;
  }
  if (text.length > 15) return Number(text) + 0;
  return start === 1 ? 0 - value : value;
}

function micros(value: unknown): number {
  if (typeof value === "number") return value >= 1e14 && value < 1e17 && Number.isInteger(value) ? value : unusual;
  return value == null ? Number.NaN : unusual;
}

// A number is kept as it is written, which the parsed entry does not tell: undefined if there may be one.
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
