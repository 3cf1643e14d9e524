import {z} from "zod";
import {basePath} from "./address.js";
import {leastSnapshotBytes, timestampUnits, timeUnits} from "./choices.js";
import {ConfigError} from "./error.js";
import {explain} from "./explain.js";
import {catalogueSchema, feedsSchema} from "./feeds.js";
import {group, readable, storeFile, text, whole, word, yesNo} from "./kinds.js";
import {loadSchema} from "./loads.js";
import {serviceSchema} from "./service.js";
import {parseDuration} from "./time.js";

const leastMs = 3_600_000; // what is derived of an hour is kept as a whole
const mostMs = 100 * 365.25 * 24 * leastMs;
const horizon = readable((text) => {
  const duration = parseDuration(text);
  if (duration < leastMs) throw new ConfigError(`shorter than an hour: ${text}`);
  if (duration > mostMs) throw new ConfigError(`longer than 100 years: ${text}`);
  return duration;
}, 'a duration of an hour or more, such as "90d"');

// Every key is optional; defaults are the facts publicly known.
const configSchema = group({
  feeds: feedsSchema.default("all"),
  catalogue: catalogueSchema.default([]),
  loads: z.array(loadSchema, {error: "a list of loads"}).default([{command: "latest"}]),
  service: serviceSchema.prefault({}),
  rows: group({
    timestampUnit: word(timestampUnits).default("auto"),
    fundingRateIsMantissa: yesNo.default(true),
    fundingIntervalUnit: word(timeUnits).default("us"),
    maxRejectedShare: z.number({error: "a share from 0 to 1"}).min(0).max(1).default(1)
  }).prefault({}),
  store: group({path: storeFile.default("data/feeds.duckdb"), keepBodies: yesNo.default(false)}).prefault({}),
  retain: group({rows: horizon.nullable().default(null)}).prefault({}),
  snapshot: group({
    budgetBytes: whole(leastSnapshotBytes, 2 ** 40).default(25_000_000),
    publishFaults: yesNo.default(false)
  }).prefault({}),
  sandbox: group({seed: whole(0, 2 ** 32 - 1).default(1)}).prefault({}),
  site: group({
    base: text("a path such as /notebook/").regex(basePath).default("/")
  }).prefault({})
});

/** The configuration, complete. */
export type Config = z.output<typeof configSchema>;

/** The configuration as a user writes it: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>;

/** Checks a configuration and gives it back unchanged; `feedbook.config.ts` exports its result. @throws ConfigError */
export function defineConfig(config: ConfigInput): ConfigInput {
  readConfig(config);
  return config;
}

/** Completes a configuration with the defaults. @throws ConfigError naming each wrong key, its value and what is allowed */
export function readConfig(config: unknown): Config {
  const result = configSchema.safeParse(config);
  if (result.success) return result.data;
  throw new ConfigError(`invalid config: ${explain(result.error, config)}`);
}
