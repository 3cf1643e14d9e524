import {createHash} from "node:crypto";
import {ConfigError} from "../config/errors.js";
import type {Config} from "../config/schema.js";
import type {Body, BodyError} from "../parse/body.js";

/** Header that marks the answers of a sandbox as simulated. */
export const sandboxHeader = "x-feedbook-sandbox";

/** Paths of the service's price endpoints; all are POST with JSON. */
export const endpoints = {
  latest_price: "/v1/latest_price",
  price: "/v1/price",
  reduce_price: "/v1/reduce_price"
} as const;

/** Feeds by id or by symbol. */
export type FeedSelection = {ids: number[]} | {symbols: string[]};

/** Name of one of the three price endpoints. */
export type EndpointName = keyof typeof endpoints;

/** A request: the JSON text to send, and its record in the store. */
export interface Prepared {
  text: string;
  record: Record<string, unknown>;
}

/** Prepares a request for feeds, at an instant (Unix µs) or the latest. */
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
  return {text: JSON.stringify(record), record};
}

/**
 * Prepares the reduction of a saved body to some feeds. The payload is sent byte for byte: it is signed, and parsing and
 * writing it again could change it. @throws ConfigError unless the payload is a JSON object
 */
export function reduceRequest(payload: string, priceFeedIds: number[]): Prepared {
  if (!isJsonObject(payload)) {
    const problem = `invalid payload: ${JSON.stringify(payload.slice(0, 100))}`;
    throw new ConfigError(`${problem}; give the JSON object of an earlier update body`);
  }
  const digest = createHash("sha256").update(payload).digest("hex");
  return {
    text: `{"priceFeedIds":${JSON.stringify(priceFeedIds)},"payload":${payload}}`,
    record: {priceFeedIds, payload: `sha256:${digest}`}
  };
}

/** Whether a text is a JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false; // not JSON
  }
}

/** A complete response with the times of its request. */
export interface Answer {
  /** An endpoint of the service, or `file`. */
  endpoint: string;
  /** Address of the service, or of the file. */
  baseUrl: string;
  /** The request as sent, without the token; the payload of `reduce_price` is its SHA-256. Undefined for a file. */
  request: unknown;
  /** When the answered try began, and when the last byte arrived. */
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number | null;
  /** Null for a file. */
  httpStatus: number | null;
  body: string;
  /** The contents of `body` if they are read already, or why it is not an update. */
  read?: Body | BodyError | undefined;
  /** Whether to skip it if the store has it from a file already. */
  isSaved?: boolean;
  /** The requested feeds; none for a file. */
  asked?: readonly (number | string)[];
  /** Whether the service says that it is a sandbox; undefined for files. */
  simulated?: boolean;
}

/** A price endpoint or the catalogue. */
export type Asked = EndpointName | "catalogue";

/** An error of the service. Its messages, properties and causes never hold the token. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";

  constructor(
    readonly endpoint: Asked,
    message: string
  ) {
    super(message);
  }
}

/** The service could not be reached, broke off, or kept failing for the moment (408, 429, 5xx): a later request may succeed. */
export class TransportError extends ServiceError {
  override readonly name = "TransportError";

  /** `retryAfterMs`: how long the service says to wait, 0 if it does not. */
  constructor(
    endpoint: Asked,
    message: string,
    readonly retryAfterMs = 0
  ) {
    super(endpoint, message);
  }
}

/** No try was answered in time. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
}

/** The service refused the request: the same request will be refused again. */
export class RefusalError extends ServiceError {
  override readonly name = "RefusalError";

  /** `serviceText`: the service's own text, shortened to one line; `answer` is null for the catalogue. */
  constructor(
    endpoint: Asked,
    message: string,
    readonly status: number,
    readonly serviceText: string,
    readonly answer: Answer | null
  ) {
    super(endpoint, message);
  }
}
