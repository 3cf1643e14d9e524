import type {Feed} from "./opening.js";

/**
 * Whether a feed's symbol, name, class or id has every word of a query, as {@link hasWords} says; `is_found` in SQL
 * says the same.
 */
export function matches({priceFeedId, symbol, name, group}: Feed, query: string): boolean {
  return hasWords([symbol, name, group, `feed ${priceFeedId}`].join(" "), query);
}

/**
 * Whether a text has every word of a query, whatever their case and order. Words end at any blank, also one that does
 * not break; `has_words` in SQL says the same.
 */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
