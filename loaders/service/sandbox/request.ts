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

const feedId = z.int().min(0).max(4_294_967_295);
const block = z.strictObject({encoding: z.enum(encodings), data: z.string()});

const latestShape = z.object({
  priceFeedIds: z.array(feedId).nullish(),
  symbols: z.array(z.string()).nullish(),
  properties: z.array(z.enum(properties)),
  formats: z.array(z.enum(formats)),
  channel: z.enum(channels, {error: ({input}) => (typeof input === "string" ? "unknown channel" : undefined)}),
  parsed: z.boolean().default(true),
  jsonBinaryEncoding: z.enum(encodings).default("base64")
});

const checkSelection = (request: Selection, context: z.RefinementCtx): void =>
  refuse(context, selectionProblem(request));

const latestSchema = latestShape.superRefine(checkSelection);
const priceSchema = latestShape.extend({timestamp: z.int().min(0)}).superRefine(checkSelection);
const reduceSchema = z
  .object({
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
    priceFeedIds: z.array(feedId)
  })
  .superRefine(({priceFeedIds}, context) => refuse(context, listProblem("price feed ids", priceFeedIds)));

/** A request for the latest updates; unknown fields are dropped. */
export type LatestRequest = z.output<typeof latestSchema>;

/** A request for the updates at an instant, in Unix µs. */
export type PriceRequest = z.output<typeof priceSchema>;

/** A request to reduce an earlier update. */
export type ReduceRequest = z.output<typeof reduceSchema>;

/** Reads the body of a `latest_price` request. @throws Refusal 400 with the service's text for the first mistake */
export const readLatest = (body: string): LatestRequest => read(latestSchema, body);

/** Reads the body of a `price` request. @throws Refusal 400 */
export const readPrice = (body: string): PriceRequest => read(priceSchema, body);

/** Reads the body of a `reduce_price` request. @throws Refusal 400 */
export const readReduce = (body: string): ReduceRequest => read(reduceSchema, body);

function read<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
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

type Selection = Pick<LatestRequest, "priceFeedIds" | "symbols" | "properties" | "formats">;

// Checks in the order of the service, with its messages.
function selectionProblem({priceFeedIds, symbols, properties, formats}: Selection): string | null {
  const either = "either price feed ids or symbols must be specified";
  if (!priceFeedIds && !symbols) return either;
  if (priceFeedIds && symbols) return `${either}, not both`;
  const problem = listProblem("price feed ids", priceFeedIds) ?? listProblem("symbols", symbols);
  const formatProblem = hasDuplicates(formats) ? "duplicate formats or chains specified" : null;
  return problem ?? formatProblem ?? listProblem("properties", properties);
}

function listProblem(name: string, list: readonly unknown[] | null | undefined): string | null {
  if (!list) return null;
  if (list.length === 0) return `no ${name} specified`;
  return hasDuplicates(list) ? `duplicate ${name} specified` : null;
}

function hasDuplicates(list: readonly unknown[]): boolean {
  return new Set(list).size < list.length;
}

function refuse(context: z.RefinementCtx, message: string | null): void {
  if (message !== null) context.addIssue({code: "custom", message});
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
