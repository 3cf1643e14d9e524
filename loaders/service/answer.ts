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

/** A response as it came from the socket, whatever its status, and after how many tries. */
export interface Exchange extends Pick<Answer, "requestedAt" | "receivedAt" | "body"> {
  latencyMs: number;
  httpStatus: number;
  headers: Headers;
  tries: number;
}

/** Feeds by id or by symbol. */
export type FeedSelection = {ids: number[]} | {symbols: string[]};
