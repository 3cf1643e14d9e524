import {createHash} from "node:crypto";
import {ConfigError} from "../config/error.js";
import {explain} from "../config/explain.js";
import type {Config} from "../config/schema.js";
import type {FeedSelection} from "./answer.js";
import {type EndpointName, endpoints} from "./endpoints.js";

/** A checked request: the JSON text to send, and what to record of it. */
export interface Prepared {
  text: string;
  record: Record<string, unknown>;
}

/** Prepares a request for feeds, at an instant (Unix µs) or the latest. @throws ConfigError if the service would not take it */
export function priceRequest(service: Config["service"], feeds: FeedSelection, timestampUs?: number): Prepared {
  const record = {
    ...("ids" in feeds ? {priceFeedIds: feeds.ids} : {symbols: feeds.symbols}),
    properties: service.properties,
    formats: service.formats,
    channel: service.channel,
    parsed: service.parsed,
    jsonBinaryEncoding: service.jsonBinaryEncoding,
    ...(timestampUs === undefined ? {} : {timestamp: timestampUs})
  };
  check(timestampUs === undefined ? "latest_price" : "price", record);
  return {text: JSON.stringify(record), record};
}

/**
 * Prepares the reduction of a saved body to some feeds. The payload goes out byte for byte: it is signed, and parsing
 * and writing it again could change it. @throws ConfigError unless the payload is a JSON object
 */
export function reduceRequest(payload: string, priceFeedIds: number[]): Prepared {
  check("reduce_price", {payload, priceFeedIds});
  const digest = createHash("sha256").update(payload).digest("hex");
  return {
    text: `{"priceFeedIds":${JSON.stringify(priceFeedIds)},"payload":${payload}}`,
    record: {priceFeedIds, payload: `sha256:${digest}`}
  };
}

function check(endpoint: EndpointName, request: unknown): void {
  const result = endpoints[endpoint].request.safeParse(request);
  if (result.success) return;
  throw new ConfigError(`invalid request to ${endpoint}: ${explain(result.error, request)}`);
}
