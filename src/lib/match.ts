import type {Feed} from "./opening.js";

/** Whether a feed's symbol, name, class or id has every word of a query, whatever their case and order. */
export function matches({priceFeedId, symbol, name, group}: Feed, query: string): boolean {
  const text = [symbol, name, group, `feed ${priceFeedId}`].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
