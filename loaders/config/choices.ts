/** The service's delivery channels, fastest first. */
export const channels = ["real_time", "fixed_rate@50ms", "fixed_rate@200ms", "fixed_rate@1000ms"] as const;

/** The properties of a feed that a request can name; the answer always has `priceFeedId`. */
export const properties = [
  "price",
  "bestBidPrice",
  "bestAskPrice",
  "publisherCount",
  "exponent",
  "confidence",
  "fundingRate",
  "fundingTimestamp",
  "fundingRateInterval",
  "marketSession",
  "emaPrice",
  "emaConfidence",
  "feedUpdateTimestamp"
] as const;

/** The signed binary formats that a request can name besides the parsed entries. */
export const formats = ["evm", "solana", "leEcdsa", "leUnsigned"] as const;

/** How binary data is encoded in JSON. */
export const encodings = ["base64", "hex"] as const;

/** Units of time that the service may use. */
export const timeUnits = ["s", "ms", "us", "ns"] as const;

/** Units that a timestamp of the service may have; `auto` detects the unit by the magnitude. */
export const timestampUnits = ["auto", ...timeUnits] as const;

/** One of the service's channels. */
export type Channel = (typeof channels)[number];

/** One of the signed binary formats. */
export type Format = (typeof formats)[number];

/** One of the encodings of binary data. */
export type Encoding = (typeof encodings)[number];

/** One of the units of time. */
export type TimeUnit = (typeof timeUnits)[number];

/** One of the units of a timestamp. */
export type TimestampUnit = (typeof timestampUnits)[number];

/** Microseconds between two updates of a channel, null for `real_time`, which has no grid. */
export const channelStepUs: Readonly<Record<Channel, number | null>> = {
  real_time: null,
  "fixed_rate@50ms": 50_000,
  "fixed_rate@200ms": 200_000,
  "fixed_rate@1000ms": 1_000_000
};

/** Engines that a snapshot can be made of. */
export const engines = ["clickhouse"] as const;
