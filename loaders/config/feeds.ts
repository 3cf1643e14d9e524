import {z} from "zod";
import {channels} from "./choices.js";
import {group, list, text, whole, word} from "./kinds.js";

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

const words = text("text");
const catalogueForm = 'a list of feeds such as {priceFeedId: 1, symbol: "Crypto.BTC/USD"}, each id once';

/** Feeds that the config defines itself, for a service without a catalogue, or to correct one. */
export const catalogueSchema = z
  .array(
    group({
      priceFeedId: id,
      symbol: symbol.optional(),
      name: words.optional(),
      description: words.optional(),
      assetType: text('a class such as "crypto", or "funding-rate"').optional(),
      exponent: whole(-308, 308).optional(),
      minChannel: word(channels).optional(),
      state: text('a state such as "stable"').optional(),
      fundingIntervalHours: z.number({error: "hours above 0"}).positive().optional()
    }),
    {error: catalogueForm}
  )
  .refine((feeds) => new Set(feeds.map(({priceFeedId}) => priceFeedId)).size === feeds.length, {error: catalogueForm});
