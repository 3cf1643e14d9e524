import {z} from "zod";
import {address} from "./address.js";
import {channels, encodings, formats, properties} from "./choices.js";
import {group, list, whole, word, yesNo} from "./kinds.js";

const headerName = z.string({error: "the name of an HTTP header"}).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/);
const scheme = z.string({error: "the word before the token, or empty"}).regex(/^[\x21-\x7e]*$/);

/** How the service is asked. Defaults are the facts publicly known of it. */
export const serviceSchema = group({
  baseUrl: address.optional(),
  auth: group({header: headerName.default("Authorization"), scheme: scheme.default("Bearer")})
    .nullable()
    .prefault({}),
  channel: word(channels).default("fixed_rate@200ms"),
  properties: list(word(properties), "one or more properties")
    .min(1)
    .default([...properties]),
  formats: list(word(formats), `any of ${formats.join(", ")}`).default([]),
  parsed: yesNo.default(true),
  jsonBinaryEncoding: word(encodings).default("base64"),
  batchSize: group({latest_price: whole(1, 10_000).default(100), price: whole(1, 10_000).default(50)}).prefault({}),
  concurrency: whole(1, 64).default(4),
  timeoutMs: whole(1, 3_600_000).default(10_000), // of one try, from sending to the last byte
  retries: whole(0, 20).default(4),
  maxRetryAfterMs: whole(0, 3_600_000).default(60_000), // a service that asks for a longer wait is an error
  // Four times what 10 000 feeds take: parsed, a byte of what is none may take twenty. V8 holds no text above 512 MB.
  maxBodyBytes: whole(1, 512 * 2 ** 20).default(16 * 2 ** 20),
  catalogueUrl: address.nullable().default(null)
});
