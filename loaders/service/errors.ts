import type {Answer} from "./answer.js";
import type {EndpointName} from "./endpoints.js";

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
