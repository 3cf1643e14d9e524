import * as z from "zod";
import {channels, encodings, formats, properties} from "../../config/choices.js";

/** The refusal of a payload that was altered. */
export const alteredText = "payload signature is not valid: hand the payload back as it was received";

/** A refusal of a request: the status, and the text of the body. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: 400 | 403 | 404,
    text: string
  ) {
    super(text);
  }
}

const distinct = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

function list<Item extends z.ZodType>(item: Item, name: string) {
  return z.array(item).min(1, `no ${name} specified`).refine(distinct, `duplicate ${name} specified`);
}

const feedId = z.int().min(0).max(4_294_967_295);
const block = z.strictObject({encoding: z.enum(encodings), data: z.string()});
const either = "either price feed ids or symbols must be specified";

/** A request for the latest updates, checked in the order of the service; unknown fields are dropped. */
export const latestSchema = z
  .object({
    priceFeedIds: list(feedId, "price feed ids").nullish(),
    symbols: list(z.string(), "symbols").nullish(),
    formats: z.array(z.enum(formats)).refine(distinct, "duplicate formats or chains specified"),
    properties: list(z.enum(properties), "properties"),
    channel: z.enum(channels, {error: ({input}) => (typeof input === "string" ? "unknown channel" : undefined)}),
    parsed: z.boolean().default(true),
    jsonBinaryEncoding: z.enum(encodings).default("base64")
  })
  .refine(({priceFeedIds, symbols}) => priceFeedIds || symbols, either)
  .refine(({priceFeedIds, symbols}) => !priceFeedIds || !symbols, `${either}, not both`);

/** A request for the updates at an instant, in Unix µs. */
export const priceSchema = latestSchema.safeExtend({timestamp: z.int().min(0)});

/** A request to reduce an earlier update. */
export const reduceSchema = z.object({
  // Strict, as a payload with another key was altered. Entries are loose, as they are compared as a whole later.
  payload: z.strictObject({
    parsed: z
      .strictObject({timestampUs: z.string(), priceFeeds: z.array(z.looseObject({priceFeedId: feedId}))})
      .nullish(),
    evm: block.nullish(),
    solana: block.nullish(),
    leEcdsa: block.nullish(),
    leUnsigned: block.nullish()
  }),
  priceFeedIds: list(feedId, "price feed ids")
});

export type LatestRequest = z.output<typeof latestSchema>;
export type PriceRequest = z.output<typeof priceSchema>;
export type ReduceRequest = z.output<typeof reduceSchema>;

/** Reads the body of a request. @throws Refusal 400 with the service's text for the first mistake */
export function read<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const result = schema.safeParse(parse(body), {error: wording});
  if (result.success) return result.data;
  throw new Refusal(400, result.error.issues[0]?.message ?? "invalid request");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, "Failed to parse the request body as JSON");
  }
}

// The service's JSON parser (serde) has these messages for a missing field and an unknown name.
const wording: z.core.$ZodErrorMap = (issue) => {
  const path = issue.path?.join(".") ?? "";
  if (issue.input === undefined) return `missing field \`${path}\``;
  if (issue.code === "invalid_value" && typeof issue.input === "string") {
    const names = issue.values.map((value) => `\`${String(value)}\``);
    return `unknown variant \`${issue.input}\`, expected one of ${names.join(", ")}`;
  }
  if (issue.code === "unrecognized_keys") return alteredText;
  const found = JSON.stringify(issue.input).slice(0, 80);
  return `invalid value: ${found}${path === "" ? "" : ` at \`${path}\``}`;
};
