import type {Channel} from "../../config/choices.js";
import {type Market, markets} from "./sessions.js";

/** The lowest and the highest value of a figure that varies between them. */
export type Range = readonly [low: number, high: number];

/** What the catalogue says about a feed. */
interface Listing {
  id: number;
  symbol: string;
  description: string;
  assetType: string;
  market: Market;
  exponent: number;
  minChannel: Channel;
  state: "stable" | "coming_soon";
  /** When a dated future expires (ISO 8601); it is inactive from then on. */
  expiresAt?: string;
}

/** A feed with a price: how it moves, how it is quoted, and its peculiarities. */
export interface PriceFeed extends Listing {
  kind: "price";
  level: number;
  /** Standard deviation of a trading day, as a fraction of the level, or of `additiveUnit` if the feed has one. */
  dailyVol: number;
  /** Correlation with the common factor of its market. */
  beta: number;
  /** Null if the feed has no bid and ask. */
  spreadBps: Range | null;
  confidenceBps: Range;
  publishers: Range;
  /** Id of the feed whose moves this one copies within some bps. */
  follows?: number;
  /** The price moves by sums, not by factors, in units of this many dollars, so it can go negative. Spreads are in bps of the unit. */
  additiveUnit?: number;
  /** Its bid and ask are sometimes equal or crossed. */
  thinBook?: boolean;
  /** Its price falls to a part, by a split that takes effect with the pre-market of its ex-date. */
  split?: {exDate: string; effectiveMs: number; factor: number};
  /** Its entries have `tradingStatus`, an undocumented field. */
  extraField?: boolean;
}

/** The funding rate of a perpetual on a venue; its price is the venue's mark price, close to the price of `underlying`. */
export interface FundingFeed extends Listing {
  kind: "funding";
  underlying: PriceFeed;
  intervalHours: number;
  /** The rate is a prediction that changes all the time; otherwise it is constant from one settlement to the next. */
  predicted: boolean;
}

/** Any feed of the sandbox; a silent one has no price. */
export type Feed = PriceFeed | FundingFeed | (Listing & {kind: "silent"});

type Defaults = Pick<Listing, "assetType" | "exponent" | "minChannel">;
type Quoting = [level: number, dailyVol: number, beta: number, spreadBps: Range | null, confidenceBps: Range, Range];
type Row = [id: number, symbol: string, description: string, ...figures: Quoting];

const defaults: Record<Market | "funding", Defaults> = {
  crypto: {assetType: "crypto", exponent: -8, minChannel: "real_time"},
  equity: {assetType: "equity", exponent: -5, minChannel: "fixed_rate@50ms"},
  fx: {assetType: "fx", exponent: -8, minChannel: "fixed_rate@50ms"},
  metal: {assetType: "metal", exponent: -5, minChannel: "fixed_rate@50ms"},
  commodity: {assetType: "commodity", exponent: -5, minChannel: "fixed_rate@200ms"},
  nav: {assetType: "nav", exponent: -10, minChannel: "fixed_rate@200ms"},
  funding: {assetType: "funding-rate", exponent: -12, minChannel: "fixed_rate@200ms"}
};

// id, symbol, description; level, daily deviation, correlation with the market; spread, confidence (bps), publishers
const rows: Record<Market, Row[]> = {
  crypto: [
    [1, "Crypto.BTC/USD", "BITCOIN / US DOLLAR", 85_000, 0.022, 0.95, [0.04, 1.8], [1.2, 3.3], [9, 27]],
    [2, "Crypto.ETH/USD", "ETHEREUM / US DOLLAR", 2450, 0.03, 0.9, [0.26, 1.45], [1.6, 4], [17, 20]],
    [4, "Crypto.PEPE/USD", "PEPE / US DOLLAR", 0.0000095, 0.04, 0.7, [2, 16], [4, 12], [5, 11]],
    [6, "Crypto.SOL/USD", "SOLANA / US DOLLAR", 96, 0.038, 0.85, [0.4, 3], [2, 6], [14, 21]],
    [8, "Crypto.USDT/USD", "TETHER / US DOLLAR", 0.9996, 0.0001, 0, [0.1, 1.2], [0.6, 2.4], [12, 19]],
    [13, "Crypto.DOGE/USD", "DOGECOIN / US DOLLAR", 0.105, 0.039, 0.85, [0.8, 5], [3, 8], [11, 18]],
    [14, "Crypto.XRP/USD", "XRP / US DOLLAR", 1.45, 0.034, 0.85, [0.5, 3.6], [2.4, 7], [12, 19]],
    [15, "Crypto.BNB/USD", "BINANCE COIN / US DOLLAR", 650, 0.024, 0.8, [0.4, 2.6], [1.8, 5], [10, 16]],
    [16, "Crypto.ADA/USD", "CARDANO / US DOLLAR", 0.42, 0.038, 0.85, [0.9, 5.5], [3, 8], [9, 15]],
    [18, "Crypto.AVAX/USD", "AVALANCHE / US DOLLAR", 13.1, 0.041, 0.85, [1, 6], [3, 9], [8, 14]],
    [19, "Crypto.LINK/USD", "CHAINLINK / US DOLLAR", 10.2, 0.039, 0.85, [0.9, 5.5], [3, 8], [9, 15]],
    [35, "Crypto.LTC/USD", "LITECOIN / US DOLLAR", 66.5, 0.034, 0.8, [0.8, 5], [3, 8], [9, 15]],
    [103, "Crypto.WBTC/USD", "WRAPPED BITCOIN / US DOLLAR", 84_960, 0.022, 0.95, [1.5, 9], [4, 11], [4, 8]]
  ],
  equity: [
    [922, "Equity.US.AAPL/USD", "APPLE INC / US DOLLAR", 274, 0.013, 0.75, [0.4, 2.6], [1.5, 5], [7, 14]],
    [937, "Equity.US.AMZN/USD", "AMAZON.COM INC / US DOLLAR", 226, 0.016, 0.75, [0.5, 3], [1.7, 6], [7, 13]],
    [1163, "Equity.US.GOOGL/USD", "ALPHABET INC / US DOLLAR", 298, 0.015, 0.7, [0.5, 3], [1.6, 6], [7, 13]],
    [1271, "Equity.US.META/USD", "META PLATFORMS INC / US DOLLAR", 612, 0.018, 0.7, [0.5, 3.2], [1.7, 6], [7, 13]],
    [1292, "Equity.US.MSFT/USD", "MICROSOFT CORP / US DOLLAR", 432, 0.013, 0.75, [0.4, 2.8], [1.5, 5], [7, 13]],
    [1314, "Equity.US.NVDA/USD", "NVIDIA CORP / US DOLLAR", 187, 0.02, 0.8, [0.5, 3], [1.8, 6], [8, 15]],
    [1398, "Equity.US.SPY/USD", "SPDR S&P 500 ETF TRUST / US DOLLAR", 694, 0.01, 0.98, [0.15, 1.2], [0.8, 3], [9, 16]],
    [1435, "Equity.US.TSLA/USD", "TESLA INC / US DOLLAR", 408, 0.02, 0.65, [0.6, 4], [2, 7], [8, 15]]
  ],
  fx: [
    [327, "FX.EUR/USD", "EURO / US DOLLAR", 1.1652, 0.004, 0.9, [0.1, 0.9], [0.4, 1.5], [9, 16]],
    [333, "FX.GBP/USD", "BRITISH POUND / US DOLLAR", 1.3414, 0.0043, 0.8, [0.15, 1.2], [0.5, 1.8], [8, 14]],
    [335, "FX.AUD/USD", "AUSTRALIAN DOLLAR / US DOLLAR", 0.6634, 0.005, 0.7, [0.2, 1.6], [0.6, 2], [7, 12]],
    [338, "FX.USD/CHF", "US DOLLAR / SWISS FRANC", 0.7921, 0.0042, -0.8, [0.2, 1.6], [0.6, 2], [7, 12]],
    [340, "FX.USD/JPY", "US DOLLAR / JAPANESE YEN", 156.4, 0.0048, -0.6, [0.15, 1.2], [0.5, 1.8], [8, 14]]
  ],
  metal: [
    [345, "Metal.XAG/USD", "SILVER / US DOLLAR", 74.6, 0.019, 0.85, [1.2, 7], [2, 8], [5, 11]],
    [346, "Metal.XAU/USD", "GOLD / US DOLLAR", 4480, 0.0095, 0.95, [0.3, 2.2], [0.8, 3], [7, 14]]
  ],
  commodity: [
    [3089, "Commodities.WAHAF7/USD", "WAHA GAS JANUARY 2027", 0.35, 0.16, 0.2, [20, 120], [30, 140], [3, 6]],
    [3102, "Commodities.WTIF7/USD", "WTI CRUDE JANUARY 2027 / US DOLLAR", 64.2, 0.02, 0.6, [1, 6], [2, 8], [4, 9]]
  ],
  nav: [[1575, "NAV.ACRED/USD", "CREDIT FUND NET ASSET VALUE / US DOLLAR", 1084, 0.0006, 0, null, [1, 2], [1, 2]]]
};

// Peculiarities by feed id: clients must cope with all of them.
const peculiarities: Record<number, Partial<PriceFeed>> = {
  4: {exponent: -10, thinBook: true},
  103: {exponent: -12, follows: 1}, // a mantissa near 8.5e16, above 2^53
  346: {exponent: -3},
  1163: {split: {exDate: "2026-11-23", effectiveMs: Date.UTC(2026, 10, 23, 9), factor: 4}},
  1398: {extraField: true},
  3089: {additiveUnit: 1, expiresAt: "2026-12-29T19:30:00Z"}, // goes negative
  3102: {expiresAt: "2026-12-21T19:30:00Z"}
};

const venues = [
  {venue: "Binance", quote: "USDT", firstId: 112, intervalHours: 8, predicted: true},
  {venue: "Bybit", quote: "USDT", firstId: 1601, intervalHours: 4, predicted: false},
  {venue: "Hyperliquid", quote: "USD", firstId: 1554, intervalHours: 1, predicted: false}
];

const perpetuals = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"];

// One is listed but has no price, the other one has not started.
const silentFeeds: Feed[] = [
  {kind: "silent", ...listing("equity", 3211, "Equity.US.ZVZZT/USD", "NASDAQ TEST STOCK / US DOLLAR")},
  {kind: "silent", ...listing("crypto", 3417, "Crypto.NEWCO/USD", "NEWCO / US DOLLAR"), state: "coming_soon"}
];

const prices = markets.flatMap((market) => rows[market].map((row) => priceFeed(market, row)));

/** Every feed of the sandbox in order of id; ids, exponents, spreads and publishers are the public ones where known. */
export const feeds: readonly Feed[] = [...prices, ...fundingFeeds(), ...silentFeeds].sort((a, b) => a.id - b.id);

/**
 * Feeds that exist but that no token can read, with the groups that could. The catalogue leaves them out, so that every
 * stable feed in it is readable.
 */
export const gatedFeeds: ReadonlyMap<number, readonly string[]> = new Map([[3063, ["pyth-indices"]]]);

const byId = new Map(feeds.map((feed) => [feed.id, feed]));
const bySymbol = new Map(feeds.map((feed) => [feed.symbol, feed]));

/** Finds the feed of an id or a symbol. */
export function findFeed(feed: number | string): Feed | undefined {
  return typeof feed === "number" ? byId.get(feed) : bySymbol.get(feed);
}

/** A feed's state at an instant. */
export function stateAt({state, expiresAt}: Feed, instantMs: number): string {
  return expiresAt !== undefined && instantMs >= Date.parse(expiresAt) ? "inactive" : state;
}

function priceFeed(market: Market, row: Row): PriceFeed {
  const [id, symbol, description, level, dailyVol, beta, spreadBps, confidenceBps, publishers] = row;
  const figures = {level, dailyVol, beta, spreadBps, confidenceBps, publishers};
  return {kind: "price", ...listing(market, id, symbol, description), ...figures, ...peculiarities[id]};
}

function fundingFeeds(): FundingFeed[] {
  return venues.flatMap(({venue, quote, firstId, intervalHours, predicted}) =>
    perpetuals.map((base, place) => {
      const underlying = prices.find(({symbol}) => symbol === `Crypto.${base}/USD`);
      if (underlying === undefined) throw new Error(`no spot feed for perpetual: ${base}`);
      const symbol = `FundingRate.${venue}.${base}/${quote}`;
      const description = `${venue.toUpperCase()} ${base}/${quote} PERPETUAL FUNDING RATE`;
      const listed = {...listing("crypto", firstId + place, symbol, description), ...defaults.funding};
      return {kind: "funding", ...listed, underlying, intervalHours, predicted};
    })
  );
}

function listing(market: Market, id: number, symbol: string, description: string): Listing {
  return {id, symbol, description, market, state: "stable", ...defaults[market]};
}
