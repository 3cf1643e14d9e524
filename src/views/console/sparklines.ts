import type {Row} from "../../duckdb/values/rows.js";
import {toMs} from "../../format/format.js";
import {sparkline} from "../../ui/elements/sparkline.js";
import type {CatalogTable} from "../catalog/catalog.js";

const points = 40;
const mostRows = 500_000; // more would take seconds, and read much of the snapshot

/** The query for small pictures of a table's numbers over time, of its first feed; null where it has none, or too many rows. */
export function sparklineQuery({name, columns, rows, since, until}: CatalogTable): string | null {
  const has = (column: string) => columns.some((each) => each.name === column && !each.storeOnly);
  const time = ["publishedAt", "startedAt"].find(has);
  const numbers = columns.filter(({type, storeOnly}) => type === "DOUBLE" && !storeOnly);
  const seconds = (toMs(until) - toMs(since)) / 1000;
  const isCheap = rows !== null && rows > 1 && rows <= mostRows;
  if (time === undefined || !has("priceFeedId") || numbers.length === 0 || !isCheap || !(seconds > 0)) return null;
  return [
    `SELECT ${numbers.map(({name: column}) => `avg("${column}") AS "${column}"`).join(", ")}`,
    `FROM ${name}`,
    `WHERE priceFeedId = (SELECT min(priceFeedId) FROM ${name})`,
    `GROUP BY floor(epoch(${time}) / ${seconds / points})`,
    `ORDER BY min(${time})`
  ].join("\n");
}

/** A small picture of each column that has two values or more. */
export function sparklinesOf(rows: readonly Row[]): Map<string, Element> {
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((name) => [name, rows.map((row) => row[name])] as const);
  const drawn = values.filter(([, all]) => all.filter((value) => value !== null).length > 1);
  return new Map(drawn.map(([name, all]) => [name, sparkline(all, {width: 84, height: 18})]));
}
