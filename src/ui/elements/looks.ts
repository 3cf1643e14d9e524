import {category, color} from "./theme.js";

// The categories, of which prices have the first, without the orange that resembles a negative sign.
const feedColors = [color.price, ...[4, 3, 7, 6, 5, 8].map((slot) => category(slot - 1))];

/** The dashes of lines of one colour; the first is solid. */
export const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** The colour of a line, and its dash unless it is solid. */
export interface Look {
  color: string;
  dash?: string;
}

/** The looks of lines by their symbols: a colour for each underlying, the same in all charts if it is free, and dashes. */
export function feedLooks(symbols: readonly string[]): Look[] {
  const names = symbols.map(underlyingOf);
  const slots = new Map<string, number>();
  const wanted = [...new Set(names)].sort((a, b) => slotOf(a) - slotOf(b) || (a < b ? -1 : 1));
  const uses = feedColors.map(() => 0);
  const owners = wanted.filter((name, i) => i === 0 || slotOf(name) !== slotOf(wanted[i - 1] ?? ""));
  for (const name of new Set([...owners, ...wanted])) {
    let slot = slotOf(name);
    while ((uses[slot] ?? 0) > Math.min(...uses)) slot = (slot + 1) % feedColors.length;
    uses[slot] = (uses[slot] ?? 0) + 1;
    slots.set(name, slot);
  }
  const ordered = [...new Set(symbols)].sort();
  return symbols.map((symbol, i) => {
    const slot = slots.get(names[i] ?? "") ?? 0;
    const alike = ordered.filter((other) => slots.get(underlyingOf(other)) === slot);
    const dash = dashes[alike.indexOf(symbol) % dashes.length];
    return {color: feedColors[slot] ?? color.price, ...(dash && {dash})};
  });
}

/** The colour of a feed, as of its underlying. */
export function feedColor(symbol: string): string {
  return feedLooks([symbol])[0]?.color ?? color.price;
}

/** Series with a feed's colour in place of the price's. */
export function inFeedColor<One extends {color: string}>(series: readonly One[], symbol: string): One[] {
  const tint = feedColor(symbol);
  return series.map((one) => (one.color === color.price || one.color === color.band ? {...one, color: tint} : one));
}

/** The names of a chart's lines: a line for each name and column. */
export function namesOf(names: readonly string[], columns: readonly string[]): string[] {
  return names.flatMap((name) =>
    columns.map((column) => (columns.length === 1 ? name || column : `${name} ${column}`))
  );
}

// A symbol, or an underlying, such as `BTC`.
const ofFeed = /^(?:[\w.]+\.[^./]+\/[^/]+|[A-Z][A-Z0-9]{1,9})$/;

/** The looks of a chart's lines by their names: of feeds if all are of feeds, else categories in their order. */
export function lineLooks(names: readonly string[]): Look[] {
  if (names.every((name) => ofFeed.test(name))) return feedLooks(names);
  return names.map((_, i) => ({color: names.length === 1 ? color.price : category(i)}));
}

function underlyingOf(symbol: string): string {
  return /([^./]+)\/[^/]+$/.exec(symbol)?.[1] ?? symbol;
}

// Chosen so that BTC has the blue of prices, and ETH, XRP, SOL, DOGE, BNB and ADA have different colours.
function slotOf(name: string): number {
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (sum * 6 + name.charCodeAt(i)) % 9973;
  return sum % feedColors.length;
}
