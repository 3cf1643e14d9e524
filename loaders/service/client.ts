import {setTimeout as sleep} from "node:timers/promises";
import pLimit from "p-limit";
import type {Config} from "../config/schema.js";
import {countText} from "../config/size.js";
import {mostText} from "../parse/json.js";
import {type CatalogueEntry, readCatalogue} from "./catalogue.js";
import {
  type Answer,
  type Asked,
  type EndpointName,
  endpoints,
  type FeedSelection,
  type Prepared,
  priceRequest,
  RefusalError,
  reduceRequest,
  ServiceError,
  sandboxHeader,
  TransportError
} from "./endpoints.js";
import {type Call, type Exchange, exchange, isPassing, retryAfterMs, send, type World} from "./exchange.js";
import {hideToken, type Secret} from "./secret.js";

/** The settings that a client needs. */
export interface ServiceSettings {
  baseUrl: string;
  token: string | null;
  service: Config["service"];
}

/** How one call can be stopped. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The service's three endpoints and its catalogue. Every method rejects with RefusalError, TransportError or TimeoutError,
 * with ConfigError for a request that the service would not take, or with the reason of an aborted signal.
 */
export interface ServiceClient {
  /** The newest update of each feed: one request. */
  latestPrice(feeds: FeedSelection, options?: CallOptions): Promise<Answer>;
  /** The update at an instant (Unix µs, on the channel's grid): one request. `httpStatus` 404: there is none. */
  price(feeds: FeedSelection, timestampUs: number, options?: CallOptions): Promise<Answer>;
  /** Reduces a saved body, given as its unchanged text, to some of its feeds. */
  reducePrice(payload: string, priceFeedIds: number[], options?: CallOptions): Promise<Answer>;
  /** All feeds of the service; `onOrigin` receives whether it says that it is a sandbox. */
  catalogue(options?: CallOptions & {onOrigin?(simulated: boolean): void}): Promise<CatalogueEntry[]>;
}

/** Makes a client. At most `service.concurrency` of its requests run at a time. `deps` replaces network, clock and log. */
export function createClient(settings: ServiceSettings, deps: Partial<World> = {}): ServiceClient {
  const {baseUrl, token, service} = settings;
  const world = {...realWorld, ...deps};
  const limit = pLimit(service.concurrency);
  const secret = hideToken(token);
  const headers = authHeaders(settings);

  const ask = (call: Omit<Call, "limits" | "secret">) =>
    limit(() => exchange({...call, limits: service, secret}, world));

  async function post(endpoint: EndpointName, {text, record}: Prepared, {signal}: CallOptions = {}): Promise<Answer> {
    const url = baseUrl + endpoints[endpoint];
    const json = {...headers, "content-type": "application/json", accept: "application/json"};
    const got = await ask({asked: endpoint, url, method: "POST", headers: json, body: text, signal});
    const {headers: answered, tries: _, ...response} = got;
    const {httpStatus, body} = response;
    const about = {...response, endpoint, baseUrl, request: record, simulated: answered.has(sandboxHeader)};
    if (httpStatus === 200) return {...about, body: secret.redactData(body)};
    const answer = {...about, body: secret.redact(body).slice(0, longestRefusal)};
    if (endpoint === "price" && httpStatus === 404 && !isHtml(got)) return answer; // no update at the instant
    throw refusalOf(got, {asked: endpoint, url, answer, secret, withToken: Object.keys(headers).length > 0});
  }

  const catalogue: ServiceClient["catalogue"] = async ({signal, onOrigin} = {}) => {
    const url = catalogueUrl(settings);
    const ours = new URL(url).origin === new URL(baseUrl).origin; // the token goes to the service only
    const got = await ask({asked: "catalogue", url, method: "GET", headers: ours ? headers : {}, signal});
    if (got.httpStatus !== 200) throw refusalOf(got, {asked: "catalogue", url, answer: null, secret, withToken: ours});
    const read = readCatalogue(secret.redactData(got.body));
    if (read === null) {
      const advice = "set service.catalogueUrl, or list the feeds in feedbook.config.ts";
      throw new ServiceError("catalogue", `catalogue is not a JSON array: ${secret.line(url)}; ${advice}`);
    }
    if (read.skipped > 0) world.log(`catalogue: skipped ${countText(read.skipped, "unreadable entry")}`);
    if (read.long > 0)
      world.log(`catalogue: left out ${countText(read.long, "text")} of more than ${mostText} characters`);
    if (read.unknown.size > 0)
      world.log(
        `catalogue: kept values of unknown shape as JSON in feeds.more: ${Array.from(read.unknown, ([name, feeds]) => `${name} of ${countText(feeds, "feed")}`).join(", ")}`
      );
    onOrigin?.(got.headers.has(sandboxHeader));
    return read.entries;
  };

  return {
    latestPrice: async (feeds, options) => post("latest_price", priceRequest(service, feeds), options),
    price: async (feeds, timestampUs, options) => post("price", priceRequest(service, feeds, timestampUs), options),
    reducePrice: async (payload, ids, options) => post("reduce_price", reduceRequest(payload, ids), options),
    catalogue
  };
}

const publicRouter = "https://pyth-lazer.dourolabs.app";
const publicCatalogue = "https://pyth.dourolabs.app/v1/symbols"; // needs no token

const longestRefusal = 10_000; // characters

const realWorld: World = {
  send,
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, signal && {signal}),
  random: Math.random,
  log: () => {}
};

function authHeaders({token, service: {auth}}: ServiceSettings): Record<string, string> {
  if (token === null || auth === null) return {};
  return {[auth.header]: `${auth.scheme} ${token}`.trim()};
}

function catalogueUrl({baseUrl, service}: ServiceSettings): string {
  if (service.catalogueUrl !== null) return service.catalogueUrl;
  return baseUrl === publicRouter ? publicCatalogue : `${baseUrl}/v1/symbols`;
}

// The service answers in plain text or JSON: an HTML page comes from a server without this path.
function isHtml({headers}: Exchange): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

type Refused = {asked: Asked; url: string; answer: Answer | null; secret: Secret; withToken: boolean};

// The error of a refused request: status, endpoint, the service's text and what to do.
function refusalOf(response: Exchange, refused: Refused): ServiceError {
  const {httpStatus: status, headers, body, tries, receivedAt} = response;
  const {asked, answer, secret} = refused;
  const serviceText = secret.line(body);
  const problem = `${status}${serviceText === "" ? " and no text" : `: ${serviceText}`}`;
  if (!isPassing(status)) {
    const message = `${asked} refused with ${problem}; ${adviceOn(status, headers, refused)}`;
    return new RefusalError(asked, message, status, serviceText, answer);
  }
  const wait = retryAfterMs(headers, receivedAt.getTime()) ?? 0;
  const advice = wait > 0 ? `try again in ${Math.ceil(wait / 1000)} s` : "try again later";
  const message = `${asked} failed ${tries === 1 ? "once" : `${tries} times`} with ${problem}; ${advice}`;
  return new TransportError(asked, message, wait);
}

function adviceOn(status: number, headers: Headers, {asked, url, secret, withToken}: Refused): string {
  const variable = asked === "catalogue" ? "service.catalogueUrl" : "FEEDBOOK_BASE_URL";
  const address = `${variable} (asked ${secret.line(url)})`;
  const target = secret.line(headers.get("location") ?? "");
  if (status === 304) return `a cache between us and the service answered: check ${address}`;
  if (status >= 300 && status < 400 && target === "") return `it redirects without an address: check ${address}`;
  if (status >= 300 && status < 400)
    return `it redirects to ${target}, which is not followed, so that the token stays with its host: correct ${variable}`;
  if (asked === "catalogue") return `check ${address}, or list the feeds in feedbook.config.ts`;
  if (status === 400) return "change feeds, service.channel, service.properties or service.formats";
  if (status === 401) return `${withToken ? "check" : "set"} FEEDBOOK_TOKEN and service.auth`;
  if (status === 403) return "leave the feed out of feeds, or ask the service for access to it";
  if (status === 413) return "ask for fewer feeds at a time: service.batchSize";
  return `check ${address}`;
}
