import * as z from "zod";
import {ConfigError} from "./errors.js";
import {group, readable, text, whole, word} from "./kinds.js";
import {parseDuration} from "./time.js";

/** The kinds of rules. */
const ruleKinds = [
  ...(["stale", "stalled", "deviates", "spread", "confidence"] as const),
  ...(["publishers", "jump", "rate", "crossed", "gap"] as const)
] as const;

const id = whole(0, Number.MAX_SAFE_INTEGER);
const forms = 'ids such as [1, 2], a pattern of symbols such as "Crypto.*", a class such as "crypto", or "*"';
const feeds = z.union([text(forms), z.array(id).min(1, {error: forms})], {error: forms});
const longestStallMs = 3_600_000; // bars of the hour before are read
const duration = readable((text) => {
  const ms = parseDuration(text);
  if (ms > 24 * longestStallMs) throw new ConfigError(`longer than a day: ${text}`);
  return ms;
}, 'a duration of at most a day, such as "10m"');

/**
 * A rule of the settings, which becomes a row of the view `rules`. A limit, severity or window of null is the default of its kind. A rule
 * named as a default replaces it for its feeds.
 */
export const ruleSchema = group({
  rule: text("a name such as wide").optional(),
  kind: word(ruleKinds),
  feeds: feeds.default("*"),
  limit: z.number({error: "a number"}).nullable().optional(),
  severity: word(["warning", "critical", "off"]).optional(),
  window: duration.optional(),
  reference: id.optional()
})
  .refine(({kind, window = "0s"}) => kind !== "stalled" || parseDuration(window) <= longestStallMs, {
    error: "a window of at most 1h for stalled"
  })
  .refine(({kind, reference}) => kind === "deviates" || reference === undefined, {
    error: "a reference only for deviates"
  })
  .transform(({rule, kind, feeds, limit = null, severity = null, window, reference = null}) => ({
    rule: rule ?? kind,
    kind,
    feeds: typeof feeds === "string" ? feeds : feeds.join(),
    limit,
    severity,
    windowSeconds: window === undefined ? null : parseDuration(window) / 1000,
    reference
  }));

/** A rule of the settings, as a row of `rules`. */
export type Rule = z.output<typeof ruleSchema>;

/** Refuses a rule whose name is the name of a rule or a default of another kind. */
export function assertOneKind(rules: readonly Rule[], context: z.RefinementCtx): void {
  const kinds = new Map<string, string>(ruleKinds.map((kind) => [kind, kind]));
  for (const [i, {rule, kind}] of rules.entries()) {
    const held = kinds.get(rule) ?? kind;
    kinds.set(rule, held);
    if (held !== kind)
      context.addIssue({
        code: "custom",
        path: [i, "rule"],
        message: `another name, as ${rule} is a rule of kind ${held}`
      });
  }
}
