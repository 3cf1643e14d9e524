import * as z from "zod";
import {ConfigError} from "./errors.js";
import {group, readable, text, whole, word} from "./kinds.js";
import {parseDuration} from "./time.js";

/** The kinds of rules. */
const ruleKinds = [
  ...(["stale", "stalled", "deviates", "spread", "confidence"] as const),
  ...(["publishers", "jump", "rate", "crossed", "gap"] as const)
] as const;

// Limit and time of each kind, as the defaults of the view `rules` have them. A limit of null is by feed.
const usual: Record<(typeof ruleKinds)[number], readonly [limit: number | null, windowSeconds: number]> = {
  stale: [null, 0],
  stalled: [0.01, 1800],
  deviates: [50, 60],
  spread: [100, 60],
  confidence: [100, 60],
  publishers: [null, 60],
  jump: [25, 0],
  rate: [1, 0],
  crossed: [0, 900],
  gap: [60, 0]
};

const id = whole(0, Number.MAX_SAFE_INTEGER);
const feeds = z.union([text("text"), z.array(id).min(1)], {
  error: 'ids such as [1, 2], a pattern of symbols such as "Crypto.*", a class such as "crypto", or "*"'
});
const longestStallMs = 3_600_000; // bars of the hour before are read
const duration = readable((text) => {
  const ms = parseDuration(text);
  if (ms > 24 * longestStallMs) throw new ConfigError(`longer than a day: ${text}`);
  return ms;
}, 'a duration of at most a day, such as "10m"');

/** A rule of the settings, which becomes a row of the view `rules`. A rule named as a default replaces it for its feeds. */
export const ruleSchema = group({
  rule: text("a name such as wide").optional(),
  kind: word(ruleKinds),
  feeds: feeds.default("*"),
  limit: z.number({error: "a number"}).nullable().optional(),
  severity: word(["warning", "critical", "off"]).default("warning"),
  window: duration.optional(),
  reference: id.optional()
})
  .refine(({kind, window = "0s"}) => kind !== "stalled" || parseDuration(window) <= longestStallMs, {
    error: "a window of at most 1h for stalled"
  })
  .refine(({kind, reference}) => kind === "deviates" || reference === undefined, {
    error: "a reference only for deviates"
  })
  .transform(({rule, kind, feeds, limit, severity, window, reference = null}) => {
    const [usualLimit, usualSeconds] = usual[kind];
    return {
      rule: rule ?? kind,
      kind,
      feeds: typeof feeds === "string" ? feeds : feeds.join(),
      limit: limit ?? usualLimit,
      severity,
      windowSeconds: window === undefined ? usualSeconds : parseDuration(window) / 1000,
      reference
    };
  });
