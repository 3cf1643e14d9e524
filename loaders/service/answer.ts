import type {EndpointName} from "./endpoints.js";

/** A whole response, with the times of the try that got it: the record that goes from the socket to the commit. */
export interface Answer {
  /** An endpoint of the service, or `file`. */
  endpoint: string;
  /** Address of the service, or of the file. */
  baseUrl: string;
  /** The request as sent, without the token; the payload of `reduce_price` is its SHA-256. Undefined for a file. */
  request: unknown;
  /** When the try that was answered began, and when its last byte came. */
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number | null;
  /** Null for a file. */
  httpStatus: number | null;
  body: string;
  /** SHA-256 of the body in hex, where it is known already. */
  bodyHash?: string;
  /** The feeds that it was asked for; none for a file. */
  asked?: readonly (number | string)[];
  /** Whether the service says that it is a sandbox; undefined for files, where the user says it. */
  simulated?: boolean;
}

/** What was asked: a price endpoint or the catalogue. */
export type Asked = EndpointName | "catalogue";

/** Anything that went wrong with the service. None of its messages, properties or causes holds the token. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";

  constructor(
    readonly endpoint: Asked,
    message: string
  ) {
    super(message);
  }
}

/** The service could not be reached, broke off, or kept failing in passing (408, 429, 5xx): asking later may help. */
export class TransportError extends ServiceError {
  override readonly name = "TransportError";

  /**
   * `status` is null and `code` (such as ECONNREFUSED) may be set if no whole response came. `retryAfterMs` is how long
   * the service says to wait, 0 if it does not.
   */
  constructor(
    endpoint: Asked,
    message: string,
    readonly status: number | null,
    readonly code: string | null = null,
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

  /** `serviceText` is the service's own, on one line, bounded; `answer` is null for the catalogue. */
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
