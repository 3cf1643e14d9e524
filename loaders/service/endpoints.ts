import {createHash} from "node:crypto";
import {z} from "zod";
import {type Channel, channelStepUs, channels, encodings, formats, properties} from "../config/choices.js";
import {ConfigError, explain} from "../config/errors.js";
import {group, list, whole, word, yesNo} from "../config/kinds.js";
import {type Config, feedIds, feedSymbols} from "../config/schema.js";

/** Address of the public router, and of its catalogue, which needs no key. */
export const publicRouter = {
  baseUrl: "https://pyth-lazer.dourolabs.app",
  catalogueUrl: "https://pyth.dourolabs.app/v1/symbols"
} as const;

/** Header by which a sandbox says that what it answers is simulated. */
export const sandboxHeader = "x-feedbook-sandbox";

/** Path of the catalogue under any other base address. */
export const cataloguePath = "/v1/symbols";

const fields = {
  priceFeedIds: feedIds.optional(),
  symbols: feedSymbols.optional(),
  properties: list(word(properties), "one or more properties").min(1),
  formats: list(word(formats), `any of ${formats.join(", ")}`),
  channel: word(channels),
  parsed: yesNo,
  jsonBinaryEncoding: word(encodings)
};

/** The service's endpoints: path, request (all are POST with JSON), and what each status that is no refusal answers. */
export const endpoints = {
  latest_price: {
    path: "/v1/latest_price",
    request: group(fields).superRefine(checkSelection),
    answers: {200: "the newest update of each feed"}
  },
  price: {
    path: "/v1/price",
    request: group({...fields, timestamp: whole(1, Number.MAX_SAFE_INTEGER)}) // Unix µs
      .superRefine(checkSelection)
      .superRefine(checkGrid),
    answers: {200: "the update of each feed at the instant", 404: "nothing is there at the instant"}
  },
  reduce_price: {
    path: "/v1/reduce_price",
    request: group({
      payload: z.string({error: "the JSON object of an earlier update body"}).refine(isJsonObject),
      priceFeedIds: feedIds
    }),
    answers: {200: "the payload with these feeds only, signed again"}
  }
} as const satisfies Record<string, Endpoint>;

/** Feeds by id or by symbol. */
export type FeedSelection = {ids: number[]} | {symbols: string[]};

/** Name of one of the three price endpoints. */
export type EndpointName = keyof typeof endpoints;

interface Endpoint {
  path: `/v1/${string}`;
  request: z.ZodType;
  answers: Record<number, string>;
}

/** Whether a status of an endpoint is an answer, not a refusal. */
export function isAnswer(endpoint: EndpointName, status: number): boolean {
  return status in endpoints[endpoint].answers;
}

function checkSelection(
  {priceFeedIds, symbols}: {priceFeedIds?: unknown; symbols?: unknown},
  context: z.RefinementCtx
) {
  if ((priceFeedIds === undefined) === (symbols === undefined)) context.addIssue("either priceFeedIds or symbols");
}

function checkGrid({channel, timestamp}: {channel: Channel; timestamp: number}, context: z.RefinementCtx): void {
  const step = channelStepUs[channel];
  if (step === null || timestamp % step === 0) return;
  context.addIssue({code: "custom", path: ["timestamp"], message: `a multiple of ${step} µs, the grid of ${channel}`});
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false; // no JSON at all
  }
}

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
