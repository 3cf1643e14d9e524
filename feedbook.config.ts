import {defineConfig} from "./loaders/config/schema.js";

// What this notebook requests, and how. Every line that is commented out shows its default.
// The service's address and token are set in the environment: FEEDBOOK_BASE_URL and FEEDBOOK_TOKEN. Without them the
// sandbox answers.
export default defineConfig({
  // Feeds to load: every stable one, or {ids: [1, 2]}, or {symbols: ["Crypto.BTC/USD"]}.
  // feeds: "all",

  // Feeds that the service's catalogue lacks or describes wrongly, as in
  // {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", assetType: "crypto"}; all but the id may be left out.
  // catalogue: [],

  // What `npm run load` runs, in this order. Others: {command: "history", from: "now-7d", to: "now", every: "5m"},
  // {command: "file", paths: ["saved/body.json"]}, with simulated: true where the bodies came from the sandbox.
  loads: [{command: "latest"}],

  service: {
    // How often prices may change: real_time, fixed_rate@50ms, fixed_rate@200ms or fixed_rate@1000ms.
    // channel: "fixed_rate@200ms",
    // Signed formats to ask for besides the parsed entries; a body that is to be reduced later needs one.
    // formats: [], // any of evm, solana, leEcdsa, leUnsigned
    // The header that carries FEEDBOOK_TOKEN; null for a proxy that needs none.
    // auth: {header: "Authorization", scheme: "Bearer"},
    // How many feeds a request names, and how many requests run at a time.
    // batchSize: {latest_price: 100, price: 50},
    // concurrency: 4,
    // How long one attempt may take, and how often to repeat a request after a transient failure.
    // timeoutMs: 10_000,
    // retries: 4
  },

  rows: {
    // Unit of the timestamps: s, ms, us or ns; auto detects it by the magnitude.
    // timestampUnit: "auto",
    // Whether fundingRate is scaled by the exponent, as prices are, or already a fraction.
    // fundingRateIsMantissa: true,
    // Unit of fundingRateInterval: s, ms, us or ns.
    // fundingIntervalUnit: "us",
    // A load ends with exit code 3 if it rejects more than this share of its entries; it keeps the others.
    // maxRejectedShare: 1 // 0 allows none, as --strict does for one load
  },

  // Rules of events beyond the defaults, which FROM rules lists, as in {kind: "stale", feeds: "nav", limit: 86_400} or
  // {rule: "wide", kind: "spread", feeds: [1, 2], limit: 20}. A rule without a name of its own replaces the default of its kind for
  // its feeds; severity: "off" removes it.
  // rules: [],

  store: {
    // path: "data/feeds.duckdb", // or FEEDBOOK_STORE
    // Whether to keep response bodies, gzipped, beside the store: `feedbook load reduce` sends one back to the service.
    // keepBodies: false
  },

  retain: {
    // How long to keep updates. The end of a load drops older ones, with the rejects and nulls of that time. Rows derived
    // from them (bars, sessions, quality) stay, and so do the records of requests.
    // rows: null // forever; or "90d"
  },

  snapshot: {
    // The largest size of the snapshot, the file that pages read: it has the bars of all time, as far as they fit, then
    // the newest updates.
    // budgetBytes: 25_000_000, // feedbook publish says what is in it, and what it left out
    // Whether the snapshot has the texts of errors and examples of rejected entries. They name files and addresses of
    // your machine. Without them readers see reasons and counts.
    // publishFaults: false,
    // Where the snapshot has its rows from: null: the store; "clickhouse": the cluster below.
    // engine: null
  },

  clickhouse: {
    // A ClickHouse server or cluster that feedbook ship sends the rows of the store to.
    // url: null, // as in "http://127.0.0.1:8123/default", with the database as the path
    // user: "default" // its password: FEEDBOOK_CLICKHOUSE_PASSWORD in the environment
  },

  site: {
    // The title of the site, in its header and in the browser's tabs.
    // title: "Feedbook",
    // The path that the site is served under, as in /prices/, unless `feedbook build --base` gives another.
    // base: "/",
    // A link to a feed opens without DuckDB if `feedbook build` stored the page's answers for this feed. This is the
    // largest total size of these answers, gzipped; feeds with the most updates come first. 0: none.
    // openingBytes: 20_000_000, // a page loads those of one feed, some kB; feedbook build says how many feeds have them
    // DuckDB extensions that SQL on pages may use, such as json or icu. A build or preview fetches each once, from
    // extensions.duckdb.org or the address in FEEDBOOK_EXTENSIONS_URL; the site then serves it, and DuckDB-Wasm is larger.
    // extensions: []
  }
});
