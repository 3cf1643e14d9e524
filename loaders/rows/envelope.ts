import {z} from "zod";
import {toMicros} from "./timestamp.js";

const envelopeSchema = z.object({
  parsed: z.object({timestampUs: z.unknown().optional(), priceFeeds: z.array(z.unknown())})
});

/** A response body that is no update body: not JSON, or without `parsed.priceFeeds[]`. Keeps the body's first bytes. */
export class BodyError extends Error {
  override readonly name = "BodyError";

  constructor(
    problem: string,
    readonly start: string
  ) {
    super(`${problem}; it begins: ${start}`);
  }
}

/** The entries of an update body, unread, and when the service published it (Unix µs; null if it does not say). */
export interface Envelope {
  publishedAt: number | null;
  entries: unknown[];
}

/** Reads the text of a response body. @throws BodyError if it is no update body */
export function readEnvelope(body: string): Envelope {
  const parsed = envelopeSchema.safeParse(parse(body));
  if (!parsed.success) throw new BodyError(problemOf(parsed.error), startOf(body));
  const {timestampUs, priceFeeds} = parsed.data.parsed;
  return {publishedAt: toMicros(timestampUs), entries: priceFeeds};
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new BodyError(body.trim() === "" ? "body is empty" : `body is no JSON (${reasonOf(error)})`, startOf(body));
  }
}

function problemOf(error: z.ZodError): string {
  const path = error.issues[0]?.path.join(".") ?? "";
  if (path === "") return "body is no object";
  return path === "parsed" ? "body has no parsed object" : `body has no array at ${path}`;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[,\s]*\.*"[\s\S]*$/, ""); // V8 quotes the body, which is told once, bounded
}

function startOf(body: string): string {
  const start = JSON.stringify(body.slice(0, 200));
  return body.length > 200 ? `${start}…` : start;
}
