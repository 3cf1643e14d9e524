import {readFileSync} from "node:fs";
import {macrosSql, viewSql} from "./definitions.js";

// Views of a snapshot that a store does not have: what charts are drawn from, at each resolution.
const pyramid = [
  ...["raw", "1m", "1h", "1d"].flatMap((resolution) => [`prices_${resolution}`, `spreads_${resolution}`]),
  ...["raw", "1h", "1d"].flatMap((resolution) => [`rates_${resolution}`, `rate_means_${resolution}`]),
  "prices_long",
  "feed_freshness"
];

/** What makes the macros and views of a snapshot whose tables are made. */
export function snapshotDefinitions(): string {
  const own = (name: string) => readFileSync(new URL(`./pyramid/${name}.sql`, import.meta.url), "utf8");
  const views = [
    ...(["spreads", "bars_1s", "funding_now"] as const).map((name) => [name, viewSql(name)] as const),
    ...pyramid.map((name) => [name, own(name)] as const)
  ];
  const made = views.map(([name, sql]) => `CREATE OR REPLACE VIEW ${name} AS ${sql}\n;`);
  return [macrosSql(), own("macros"), ...made].join("\n");
}
