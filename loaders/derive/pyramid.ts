import {existsSync, readFileSync} from "node:fs";
import {namedQueries, queryText} from "./queries.js";

const views = new URL("./pyramid/", import.meta.url);
const bars = {"1m": ["1 minute", 60], "1h": ["1 hour", 3600], "1d": ["1 day", 86_400]} as const;

// In the order in which they may be created. Of the bars of a family there is one text: funding has none of a minute.
const names = [
  ...["raw", "1m", "1h", "1d"].flatMap((resolution) => [`prices_${resolution}`, `spreads_${resolution}`]),
  ...["raw", "1h", "1d"].flatMap((resolution) => [`rates_${resolution}`, `rate_means_${resolution}`]),
  "prices_long",
  "feed_freshness"
];

/** Names of the views that charts are drawn from, at each resolution. */
export const pyramidViews: readonly string[] = names;

/**
 * What makes macros, views and named queries that a store and its snapshot have alike. `own`: other texts of views, by name.
 */
export function pyramidSql(own: Readonly<Record<string, string>> = {}): string {
  const made = names.map((name) => `CREATE OR REPLACE VIEW ${name} AS ${own[name] ?? pyramidText(name)}\n;`);
  return [readFileSync(new URL("macros.sql", views), "utf8"), ...made, ...namedQueries.map(queryText)].join("\n");
}

/** The text of a view of the pyramid, with the comment at its head; null if there is none of the name. */
export function pyramidText(name: string): string | null {
  const [, family = "", resolution = ""] = /^(\w+)_(1m|1h|1d)$/.exec(name) ?? [];
  const template = new URL(`${family}_bars.sql`, views);
  if (names.includes(name) && existsSync(template)) {
    const [words, seconds] = bars[resolution as keyof typeof bars];
    const source = /^rate/.test(family) ? `funding_${resolution}` : `bars_${resolution}`;
    const text = readFileSync(template, "utf8");
    return text.replaceAll("$bars", source).replaceAll("$seconds", String(seconds)).replaceAll("$resolution", words);
  }
  const file = new URL(`${name}.sql`, views);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
