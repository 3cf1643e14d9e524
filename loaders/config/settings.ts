import {lstatSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {tsImport} from "tsx/esm/api";
import type * as z from "zod";
import {beside} from "./beside.js";
import {channels, engines} from "./choices.js";
import {ConfigError, explain} from "./errors.js";
import {address, storePlace, text, word} from "./kinds.js";
import {type Config, feedIds, feedSymbols, readConfig} from "./schema.js";

/** A server of ClickHouse, or one of a cluster. `password` is a secret: never print it. */
export interface Cluster {
  /** With the database as its path. */
  url: string;
  user: string;
  password: string;
}

/** The configuration, the environment and the flags together; paths of files are absolute. `token` is a secret: never print it. */
export interface Settings extends Config {
  /** The cluster that `ship` sends rows to; null if none is set. */
  cluster: Cluster | null;
  /** `cluster`: the one that the snapshot is made of, if it is not made of the store. */
  snapshot: Config["snapshot"] & {cluster?: Cluster};
  /** Address of the service without a trailing slash; null: the embedded sandbox. */
  baseUrl: string | null;
  token: string | null;
  storePath: string;
  snapshotPath: string;
}

/** Settings given on the command line. */
export interface Flags {
  store?: string;
  baseUrl?: string;
  feeds?: number[];
  symbols?: string[];
  channel?: string;
}

/** Reads the settings: flag over environment over `feedbook.config.ts` over defaults. @throws ConfigError */
export async function readSettings({
  env = process.env,
  cwd = process.cwd(),
  flags = {}
}: {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  flags?: Flags;
} = {}): Promise<Settings> {
  const config = readConfig(await readConfigFile(cwd));
  const channel = check("--channel", word(channels).optional(), flags.channel) ?? config.service.channel;
  const service = {...config.service, channel};
  const baseUrl = override(address, {"--base-url": flags.baseUrl, FEEDBOOK_BASE_URL: env.FEEDBOOK_BASE_URL});
  const store = override(storePlace, {"--store": flags.store, FEEDBOOK_STORE: env.FEEDBOOK_STORE});
  const storePath = resolve(cwd, store ?? config.store.path);
  if (storePath.includes("?"))
    throw new ConfigError(`invalid path of a store: ${storePath}: DuckDB reads options after a ?: choose another name`);
  const token = readToken(env);
  const cluster = readCluster(config.clickhouse, env);
  const engine = override(word(engines), {FEEDBOOK_ENGINE: env.FEEDBOOK_ENGINE}) ?? config.snapshot.engine;
  if (engine !== null && cluster === null)
    throw new ConfigError("missing FEEDBOOK_CLICKHOUSE_URL: set it, as in http://127.0.0.1:8123/default");
  return {
    ...config,
    service,
    cluster,
    snapshot: {...config.snapshot, ...(engine !== null && cluster && {cluster})},
    feeds: readFeeds(flags) ?? config.feeds,
    baseUrl: baseUrl ?? service.baseUrl ?? null,
    token,
    storePath,
    snapshotPath: beside(storePath, ".snapshot.duckdb")
  };
}

/** Checks that there is a token if the service needs one. @throws ConfigError */
export function assertToken({baseUrl, token, service}: Settings): void {
  if (baseUrl === null || token !== null || service.auth === null) return;
  throw new ConfigError("missing FEEDBOOK_TOKEN: set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox");
}

function override<Output>(schema: z.ZodType<Output>, values: Record<string, string | undefined>): Output | undefined {
  const [name, value] = Object.entries(values).find(([, value]) => given(value) !== undefined) ?? [];
  return name === undefined ? undefined : check(name, schema, given(value));
}

function readCluster(config: Config["clickhouse"], env: NodeJS.ProcessEnv): Cluster | null {
  const {FEEDBOOK_CLICKHOUSE_URL, FEEDBOOK_CLICKHOUSE_USER, FEEDBOOK_CLICKHOUSE_PASSWORD} = env;
  const url = override(address, {FEEDBOOK_CLICKHOUSE_URL}) ?? config.url;
  const user = override(text("a name"), {FEEDBOOK_CLICKHOUSE_USER}) ?? config.user;
  return url === null ? null : {url, user, password: given(FEEDBOOK_CLICKHOUSE_PASSWORD) ?? ""};
}

function readFeeds({feeds, symbols}: Flags): Config["feeds"] | null {
  if (feeds !== undefined && symbols !== undefined) throw new ConfigError("give --feeds or --symbols, not both");
  if (feeds !== undefined) return {ids: check("--feeds", feedIds, feeds)};
  return symbols === undefined ? null : {symbols: check("--symbols", feedSymbols, symbols)};
}

function readToken(env: NodeJS.ProcessEnv): string | null {
  const token = given(env.FEEDBOOK_TOKEN) ?? null;
  if (token === null || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new ConfigError('invalid FEEDBOOK_TOKEN: allowed: the bare token, without spaces and without "Bearer"');
}

// Shells and CI systems pass an unset variable as empty.
function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

function check<Output>(name: string, schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ConfigError(`invalid ${name}: ${explain(result.error, value)}`);
}

const name = "feedbook.config.ts";

/** Reads the unchecked export of a folder's `feedbook.config.ts`; `{}` without such a file. @throws ConfigError */
export async function readConfigFile(folder: string): Promise<unknown> {
  const path = join(folder, name);
  if (lstatSync(path, {throwIfNoEntry: false}) === undefined) return {};
  const module = await load(path);
  if (!("default" in module))
    throw new ConfigError(`${name} exports nothing: end it with export default defineConfig({…})`);
  return module.default;
}

async function load(path: string): Promise<object> {
  try {
    const module = await tsImport(pathToFileURL(path).href, import.meta.url); // reads the file again at each call, unlike import()
    return module.default?.__esModule ? module.default : module; // a folder without a package.json has CommonJS
  } catch (error) {
    if (!(error instanceof Error)) throw new ConfigError(`cannot read ${path}: ${String(error)}`);
    if (error.name === "ConfigError") throw new ConfigError(error.message); // the file has its own copy of the class
    const [reason] = error.message.replace(/^Transform failed.*\n/, "").split("\n"); // without a stack of requires
    throw new ConfigError(`cannot read ${path}: ${reason}`);
  }
}
