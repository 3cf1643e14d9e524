import type {EndpointName} from "./endpoints.js";

/** What the service answered to one request. */
export interface Answer {
  endpoint: EndpointName;
  baseUrl: string;
  /** The request as sent, without the token; the payload of `reduce_price` is its SHA-256. */
  request: unknown;
  /** When the try that was answered began, and when its last byte came. */
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number;
  httpStatus: number;
  /** Whether the service says that it is a sandbox: its prices are simulated. */
  simulated: boolean;
  body: string;
}

/** Feeds by id or by symbol. */
export type FeedSelection = {ids: number[]} | {symbols: string[]};

/** A whole response, whatever its status, with the times of the try that got it and the number of tries. */
export interface Exchange {
  status: number;
  headers: Headers;
  text: string;
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number;
  tries: number;
}
