import {defineConfig} from "./loaders/config/schema.js";

// What this notebook asks for, and how. Every line that is commented out shows its default.
// Who is asked is set in the environment: FEEDBOOK_BASE_URL and FEEDBOOK_TOKEN. Without them the sandbox answers.
export default defineConfig({
  // Feeds to load: every stable one, or {ids: [1, 2]}, or {symbols: ["Crypto.BTC/USD"]}.
  // feeds: "all",

  // Feeds that the service's catalogue does not know, or that you know better, as in
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
    // Feeds per request, and requests at a time.
    // batchSize: {latest_price: 100, price: 50},
    // concurrency: 4,
    // One try may take this long; a try that fails in passing is repeated this often.
    // timeoutMs: 10_000,
    // retries: 4
  },

  rows: {
    // Unit of the timestamps: s, ms, us or ns; auto tells them apart by magnitude.
    // timestampUnit: "auto",
    // Whether fundingRate is scaled by the exponent, as prices are, or already a fraction.
    // fundingRateIsMantissa: true,
    // Unit of fundingRateInterval: s, ms, us or ns.
    // fundingIntervalUnit: "us",
    // A load fails (exit code 3) if more than this share of its entries is rejected, after all others are kept.
    // maxRejectedShare: 1 // 0: none, as --strict says for one load
  },

  store: {
    // path: "data/feeds.duckdb", // or FEEDBOOK_STORE
    // Keep response bodies, gzipped, beside the store: `feedbook load reduce` hands one back to the service.
    // keepBodies: false
  },

  retain: {
    // How long updates are kept. Older ones are dropped when a load ends, with what was rejected or became null then; what
    // is derived of them (bars, sessions, quality) stays, and so does what was asked for.
    // rows: null // for good; or "90d"
  },

  snapshot: {
    // How large the file may become that pages read in the browser: bars of all time that fit, then the newest updates.
    // budgetBytes: 25_000_000, // feedbook publish tells what went in, and what was left out
    // Whether it has the text of errors and examples of rejected entries, too. They name files and addresses of your
    // machine. Without them readers get reasons and counts.
    // publishFaults: false
  },

  site: {
    // The path that the site is served under, as in /prices/, unless `feedbook build --base` gives another.
    // base: "/",
    // How large the answers may become that `feedbook build` makes for links to any feed, those with the most updates first:
    // these open without DuckDB. A page loads those of one feed, some kB. 0: none.
    // openingBytes: 20_000_000, // of all of them, gzipped; feedbook build tells how many feeds have them
    // DuckDB extensions that SQL on pages may use, such as json or icu. A build or preview fetches each once, from
    // extensions.duckdb.org or the address in FEEDBOOK_EXTENSIONS_URL; the site then serves it, and DuckDB-Wasm is larger.
    // extensions: []
  }
});
