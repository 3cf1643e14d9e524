import {existsSync, readFileSync} from "node:fs";
import {queryText} from "./queries.js";
import {fill} from "./template.js";

/** A view, its place, and its relation to the derived tables of a store. */
export interface View {
  name: string;
  place: "store" | "snapshot" | "both";
  /** `source`: derived tables are made from it; `derived`: it reads them. */
  side?: "source" | "derived";
  /** The parts of its file, if that is a template. */
  parts?: Readonly<Record<string, string>>;
  /** Its text in a store, or in a snapshot, if that differs from its file. */
  inStore?: string;
  inSnapshot?: string;
}

const bars = {"1m": ["1 minute", 60], "1h": ["1 hour", 3600], "1d": ["1 day", 86_400]} as const;

/** The parts of `valid_updates`, without what the rows do not need: `misdated`: if all are; `unscaled`: if some have no exponent. */
export function validParts({misdated, unscaled}: {misdated: boolean; unscaled: boolean}): Record<string, string> {
  return {
    exponent: unscaled ? "feeds.exponent" : "NULL::INTEGER",
    catalogue: unscaled ? "LEFT JOIN feeds USING (priceFeedId)" : "",
    where: misdated ? "" : "WHERE is_dated(publishedAt)"
  };
}

/** All views in the order in which they may be created. The derived tables are listed in `derived.ts`. */
export const views: readonly View[] = [
  {name: "feed_held", place: "store"},
  {name: "valid_updates", place: "store", side: "source", parts: validParts({misdated: false, unscaled: true})},
  {name: "updates", place: "store", side: "source"},
  {name: "deduplicated_updates", place: "store", side: "source"},
  {name: "prices", place: "store"},
  {name: "bars_1s", place: "both"},
  {name: "spreads", place: "both"},
  {name: "funding", place: "store"},
  {name: "feed_stats", place: "both", inSnapshot: "FROM feeds"},
  {name: "misplaced_answers", place: "store", side: "source"},
  {name: "feed_faults", place: "store", side: "source"},
  {name: "meta", place: "store"},
  {name: "sessions", place: "store", side: "derived"},
  {name: "clock_1h", place: "store", side: "derived"},
  {name: "gaps", place: "store", side: "derived"},
  {name: "field_days", place: "store", side: "derived"},
  {name: "field_changes", place: "store", side: "derived"},
  {name: "quality_1h", place: "store", side: "derived"},
  {name: "funding_1h", place: "store", side: "derived"},
  {name: "funding_1d", place: "store", side: "derived"},
  {name: "funding_intervals", place: "store", side: "derived"},
  {name: "funding_now", place: "both", side: "derived"},
  {name: "funding_payments", place: "both", side: "derived"},
  {name: "feed_states", place: "store", side: "derived"},
  ...["raw", ...Object.keys(bars)].flatMap((resolution) => [
    {name: `prices_${resolution}`, place: "both", side: "derived"} as const,
    {name: `spreads_${resolution}`, place: "both", side: "derived"} as const
  ]),
  ...["raw", "1h", "1d"].flatMap((resolution) => [
    {name: `rates_${resolution}`, place: "both", side: "derived"} as const,
    {name: `rate_means_${resolution}`, place: "both", side: "derived"} as const
  ]),
  // In a snapshot it joins updates with older bars. A store has all updates.
  {name: "prices_long", place: "both", side: "derived", inStore: "FROM prices_raw"},
  {name: "feed_freshness", place: "both", side: "derived"}
];

/** The query of a view as its file has it; `parts` replaces its template's parts. @throws Error for an unknown view */
export function viewSql(name: string, parts?: Readonly<Record<string, string>>): string {
  const view = views.find((one) => one.name === name);
  const text = view && fileOf(name, parts ?? view.parts);
  if (text == null) throw new Error(`no such view: ${name}`);
  return text;
}

/** The SQL that creates views. */
export function createViews(place: "store" | "snapshot", isWanted: (view: View) => boolean = () => true): string {
  const wanted = views.filter((view) => (view.place === place || view.place === "both") && isWanted(view));
  const texts = wanted.map(({name, inStore, inSnapshot}) => {
    const own = place === "store" ? inStore : inSnapshot;
    return `CREATE OR REPLACE VIEW ${name} AS ${own ?? viewSql(name)}\n;`;
  });
  return texts.join("\n");
}

const folders = ["views", "pyramid", "tables", "snapshot"];

/** The text of a view, a derived table, a table of a snapshot or a named query, with its comment; null if there is none. */
export function sqlText(name: string): string | null {
  return fileOf(name) ?? queryText(name);
}

function fileOf(name: string, parts?: Readonly<Record<string, string>>): string | null {
  const [, family = "", resolution = ""] = /^(\w+)_(1m|1h|1d)$/.exec(name) ?? [];
  const template = new URL(`./pyramid/${family}_bars.sql`, import.meta.url);
  if (family !== "" && existsSync(template)) {
    const [words, seconds] = bars[resolution as keyof typeof bars];
    const source = /^rate/.test(family) ? `funding_${resolution}` : `bars_${resolution}`;
    return fill(readFileSync(template, "utf8"), {bars: source, seconds: String(seconds), resolution: words});
  }
  const urls = folders.map((folder) => new URL(`./${folder}/${name}.sql`, import.meta.url));
  const file = urls.find((url) => existsSync(url));
  if (file === undefined) return null;
  const text = readFileSync(file, "utf8");
  return parts === undefined ? text : fill(text, parts);
}
