import * as z from "zod";
import {channels, encodings, engines, formats, properties, timestampUnits, timeUnits} from "./choices.js";
import {ConfigError, explain} from "./errors.js";
import {address, basePath, group, list, readable, storePlace, text, whole, word, yesNo} from "./kinds.js";
import {assertOneKind, ruleSchema} from "./rules.js";
import {parseDuration, parseInstant} from "./time.js";

const headerName = z.string({error: "the name of an HTTP header"}).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/);
const scheme = z.string({error: "the word before the token, or empty"}).regex(/^[\x21-\x7e]*$/);

const serviceSchema = group({
  baseUrl: address.optional().describe("address of the service; FEEDBOOK_BASE_URL overrides it"),
  auth: group({
    header: headerName.default("Authorization").describe("the header that carries FEEDBOOK_TOKEN"),
    scheme: scheme.default("Bearer").describe("the word before the token in this header")
  })
    .nullable()
    .prefault({}),
  channel: word(channels).default("fixed_rate@200ms").describe("how often prices may change"),
  properties: list(word(properties), "one or more properties")
    .min(1)
    .default([...properties])
    .describe("fields of a feed to request"),
  formats: list(word(formats), `any of ${formats.join(", ")}`)
    .default([])
    .describe("signed formats to request besides the parsed entries; load reduce needs one"),
  parsed: yesNo.default(true).describe("whether to request parsed entries; rows are made from these"),
  jsonBinaryEncoding: word(encodings).default("base64").describe("how signed formats are written in JSON"),
  batchSize: group({
    latest_price: whole(1, 10_000).default(100).describe("feeds in a request for the latest prices"),
    price: whole(1, 10_000).default(50).describe("feeds in a request for an instant")
  }).prefault({}),
  concurrency: whole(1, 64).default(4).describe("how many requests may run at a time"),
  timeoutMs: whole(1, 3_600_000)
    .default(10_000)
    .describe("how long one attempt may take, from sending to the last byte [ms]"),
  retries: whole(0, 20).default(4).describe("how often to repeat a request after a transient failure"),
  maxRetryAfterMs: whole(0, 3_600_000)
    .default(60_000)
    .describe("the longest wait that the service may ask for; if it asks for more, the request fails [ms]"),
  // 10,000 feeds take a quarter of the default. A byte of a malformed body may take 20 bytes of memory when parsed, and V8
  // limits texts to 512 MB.
  maxBodyBytes: whole(1, 512 * 2 ** 20)
    .default(16 * 2 ** 20)
    .describe("the largest response body that is accepted [bytes]"),
  catalogueUrl: address.nullable().default(null).describe("address of the catalogue of feeds; null: the service has it")
});

const id = whole(0, Number.MAX_SAFE_INTEGER);
const symbol = text('a symbol such as "Crypto.BTC/USD"');

/** Feed ids: at least one, no duplicates. */
export const feedIds = list(id, "one or more feed ids").min(1);

/** Feed symbols: at least one, no duplicates. */
export const feedSymbols = list(symbol, "one or more symbols").min(1);

/** Which feeds a load requests; `all` means every stable feed of the catalogue. */
const feedsSchema = z.union([z.literal("all"), group({ids: feedIds}), group({symbols: feedSymbols})], {
  error: '"all", {ids: [1, 2]} or {symbols: ["Crypto.BTC/USD"]}, without duplicates'
});

const words = text("text");
const catalogueForm = 'a list of feeds such as {priceFeedId: 1, symbol: "Crypto.BTC/USD"}, each id once';

/** Feeds that the config describes itself: the service has no catalogue, or its catalogue is wrong. */
const catalogueSchema = z
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

const timeForms = 'ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"';
const time = readable((text) => parseInstant(text, 0), timeForms);
const every = readable(parseDuration, 'a duration such as "10s", "5m" or "1h"');

/** One of the loads that `npm run load` runs. */
const loadSchema = z.discriminatedUnion(
  "command",
  [
    group({command: z.literal("latest")}),
    group({command: z.literal("history"), from: time, to: time.default("now"), every}),
    group({
      command: z.literal("file"),
      paths: z.array(text("a path"), {error: "one or more paths"}).min(1),
      simulated: z.boolean({error: "true or false"}).optional()
    })
  ],
  {error: "a load whose command is latest, history or file"}
);

const extension = z.string({error: 'the name of a DuckDB extension such as "json"'}).regex(/^[a-z_]+$/);

const leastMs = 3_600_000; // derived tables hold whole hours
const mostMs = 100 * 365.25 * 24 * leastMs;
const horizon = readable((text) => {
  const duration = parseDuration(text);
  if (duration < leastMs) throw new ConfigError(`shorter than an hour: ${text}`);
  if (duration > mostMs) throw new ConfigError(`longer than 100 years: ${text}`);
  return duration;
}, 'a duration of an hour or more, such as "90d"');

/** The smallest limit for a snapshot, in bytes: one of a few feeds needs this much. */
export const leastSnapshotBytes = 1_000_000;

/** The schema of a configuration. Every key is optional. */
export const configSchema = group({
  feeds: feedsSchema.default("all").describe("feeds to load; all means every stable feed of the catalogue"),
  catalogue: catalogueSchema.default([]).describe("feeds that the service's catalogue lacks or describes wrongly"),
  loads: z
    .array(loadSchema, {error: "a list of loads"})
    .default([{command: "latest"}])
    .describe("what npm run load runs, in this order"),
  service: serviceSchema.prefault({}),
  rows: group({
    timestampUnit: word(timestampUnits)
      .default("auto")
      .describe("unit of timestamps; auto detects it by the magnitude"),
    fundingRateIsMantissa: yesNo
      .default(true)
      .describe("whether a funding rate is scaled by the exponent, as prices are; otherwise it is a fraction"),
    fundingIntervalUnit: word(timeUnits).default("us").describe("unit of the funding interval"),
    maxRejectedShare: z
      .number({error: "a share from 0 to 1"})
      .min(0)
      .max(1)
      .default(1)
      .describe("a load ends with exit code 3 if it rejects a larger share of its entries; it keeps the others")
  }).prefault({}),
  rules: z
    .array(ruleSchema, {error: "a list of rules"})
    .superRefine(assertOneKind)
    .default([])
    .describe("rules of events beyond the defaults; a rule named as a default replaces it for its feeds"),
  store: group({
    path: storePlace.default("data/feeds.duckdb").describe("the store; FEEDBOOK_STORE and --store override it"),
    keepBodies: yesNo.default(false).describe("whether to keep response bodies, gzipped, beside the store")
  }).prefault({}),
  retain: group({
    rows: horizon
      .nullable()
      .default(null)
      .describe("how long to keep updates; null: forever. Bars and other derived rows stay")
  }).prefault({}),
  snapshot: group({
    budgetBytes: whole(leastSnapshotBytes, 2 ** 40)
      .default(25_000_000)
      .describe("the largest size of the snapshot, the file that pages read [bytes]"),
    publishFaults: yesNo
      .default(false)
      .describe("whether the snapshot has the texts of errors and of rejected entries"),
    engine: word(engines)
      .nullable()
      .default(null)
      .describe(
        "clickhouse: the snapshot is made of the cluster's rows; null: of the store's. FEEDBOOK_ENGINE overrides it"
      )
  }).prefault({}),
  clickhouse: group({
    url: address
      .nullable()
      .default(null)
      .describe(
        "address of a ClickHouse server by HTTP, with its database as the path; FEEDBOOK_CLICKHOUSE_URL overrides it"
      ),
    user: text("a name")
      .default("default")
      .describe("its user; FEEDBOOK_CLICKHOUSE_USER overrides it, and FEEDBOOK_CLICKHOUSE_PASSWORD has the password")
  }).prefault({}),
  sandbox: group({
    seed: whole(0, 2 ** 32 - 1)
      .default(1)
      .describe("each seed makes another simulated market")
  }).prefault({}),
  site: group({
    title: text("a title such as My prices").default("Feedbook").describe("the title of the site"),
    base: text("a path such as /notebook/")
      .regex(basePath)
      .default("/")
      .describe("the path that the site is served under"),
    openingBytes: whole(0, 2 ** 30)
      .default(20_000_000)
      .describe("the largest total size of the answers that a build stores for links to feeds [bytes]"),
    extensions: list(extension, 'names of DuckDB extensions such as "json"')
      .default([])
      .describe("DuckDB extensions that SQL on pages may use")
  }).prefault({})
});

/** The configuration with its defaults. */
export type Config = z.output<typeof configSchema>;

/** The configuration as a user writes it: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>;

/** Checks a configuration and returns it unchanged; `feedbook.config.ts` exports the result. @throws ConfigError */
export function defineConfig(config: ConfigInput): ConfigInput {
  readConfig(config);
  return config;
}

/** Adds the defaults to a configuration. @throws ConfigError that names each wrong key, its value and the allowed values */
export function readConfig(config: unknown): Config {
  const result = configSchema.safeParse(config);
  if (result.success) return result.data;
  throw new ConfigError(`invalid config: ${explain(result.error, config)}`);
}
