import {z} from "zod";
import {group, list, text, whole} from "./kinds.js";

const id = whole(0, Number.MAX_SAFE_INTEGER);
const symbol = text('a symbol such as "Crypto.BTC/USD"');

/** Feed ids: at least one, no duplicates. */
export const feedIds = list(id, "one or more feed ids").min(1);

/** Feed symbols: at least one, no duplicates. */
export const feedSymbols = list(symbol, "one or more symbols").min(1);

/** Which feeds a load asks for; `all` is every stable feed of the catalogue. */
export const feedsSchema = z.union([z.literal("all"), group({ids: feedIds}), group({symbols: feedSymbols})], {
  error: '"all", {ids: [1, 2]} or {symbols: ["Crypto.BTC/USD"]}, without duplicates'
});
