import type {Channel} from "../config/choices.js";
import type {Market, Session} from "./schedule.js";

/** Lowest and highest value of a figure that wanders between them. */
export type Range = readonly [low: number, high: number];

/** What the catalogue says of a feed. */
export interface Listing {
  id: number;
  symbol: string;
  description: string;
  assetType: string;
  instrumentType: string;
  market: Market;
  exponent: number;
  minChannel: Channel;
  state: "stable" | "coming_soon";
}

/** How a price moves and how it is quoted. */
export interface Figures {
  level: number;
  /** Standard deviation of a trading day, as a fraction of the level (of `additiveUnit`, where there is one). */
  dailyVol: number;
  /** Correlation with the common factor of its market. */
  beta: number;
  /** Null: the feed has no bid and ask. */
  spreadBps: Range | null;
  confidenceBps: Range;
  publishers: Range;
}

/** What is out of the ordinary about a price feed. */
export interface Oddities {
  /** Id of the feed whose path this one follows, from its own level. */
  follows?: number;
  /** Moves by addition in units of this many dollars, and so can go negative; spreads count in bps of the unit. */
  additiveUnit?: number;
  /** Its book is locked or crossed now and then. */
  thinBook?: boolean;
  /** Its entries carry `tradingStatus`, a field that no document lists. */
  extraField?: boolean;
}

/** A feed with a price. */
export interface PriceFeed extends Listing, Figures, Oddities {
  kind: "price";
}

/** The funding of a perpetual on a venue; its price is the venue's mark price, near that of `underlying`. */
export interface FundingFeed extends Listing {
  kind: "funding";
  underlying: PriceFeed;
  intervalHours: number;
  /** The rate is a running prediction stamped "just now"; otherwise it stands from one settlement to the next. */
  predicted: boolean;
}

/** A feed that never had a price. */
export interface SilentFeed extends Listing {
  kind: "silent";
}

/** Any feed of the sandbox. */
export type Feed = PriceFeed | FundingFeed | SilentFeed;

/**
 * An entry of `parsed.priceFeeds[]`, kinds as on the wire: mantissas of prices in text, the rest numbers, timestamps and
 * the interval in µs. What a feed does not have is left out. `tradingStatus` is the field that no document lists.
 */
export interface Quote {
  priceFeedId: number;
  price?: string;
  bestBidPrice?: string;
  bestAskPrice?: string;
  publisherCount: number;
  exponent: number;
  confidence?: number;
  fundingRate?: number;
  fundingTimestamp?: number;
  fundingRateInterval?: number;
  marketSession: Session;
  emaPrice?: string;
  emaConfidence?: number;
  feedUpdateTimestamp: number;
  tradingStatus?: string;
}
