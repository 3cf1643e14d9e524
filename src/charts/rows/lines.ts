import {group} from "d3-array";
import type {Row} from "../../duckdb/values/rows.js";
import {type Instant, toMs} from "../../format/format.js";
import {type Look, lineLooks, namesOf} from "../../ui/elements/looks.js";
import {wordOf} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import {isId, type Source} from "./source.js";

/** A line of a chart: the items with its name, and the column of its values. */
export interface Line<Item> {
  name: string;
  column: string;
  label: string;
  look: Look;
  items: readonly Item[];
}

/** A line for each name in the column `series`, and for each column of `y`. */
export function linesOf<Item>(
  items: readonly Item[],
  rowOf: (item: Item) => Readonly<Row>,
  {series, y}: {series: string | undefined; y: readonly string[]}
): Line<Item>[] {
  const groups = [...group(items, (item) => (series === undefined ? "" : String(rowOf(item)[series] ?? "–")))];
  const names = groups.map(([name]) => name);
  const looks = lineLooks(namesOf(names, y));
  return groups.flatMap(([name, own], i) =>
    y.map((column, j) => {
      const word = wordOf(series ?? "", name);
      const label = series === undefined ? column : y.length === 1 ? word : `${word} ${column}`;
      return {name, column, label, look: looks[i * y.length + j] ?? {color: color.price}, items: own};
    })
  );
}

/** The column that names the line of each row, if x repeats: the first of text, else of ids. */
export function columnOfLines(source: Source, x: string): string | undefined {
  const {rows, columns} = source;
  if (new Set(rows.map((row) => toMs(row[x] as Instant))).size === rows.length) return undefined;
  const ids = ["priceFeedId", ...columns.filter(isId)].filter((name) => columns.includes(name));
  const isSeveral = (name: string): boolean => new Set(rows.map((row) => row[name])).size > 1;
  return source.find("text", [x, "marketSession"]) ?? ids.find(isSeveral);
}

/** Refuses places that repeat, where a chart draws one part each. @throws an error that names the first repeated place */
export function refuseTwice(
  places: readonly string[],
  {call, part, by}: {call: string; part: string; by: string}
): void {
  const seen = new Set<string>();
  for (const place of places) {
    if (seen.has(place)) throw repeated(call, part, place, `add GROUP BY ${by}`);
    seen.add(place);
  }
}

/** The error if several points of a line are at one place. */
export function repeatedPoint(
  call: string,
  place: string,
  {x, series}: {x: string; series?: string | undefined}
): Error {
  const by = series === undefined ? x : `${x}, ${series}`;
  return repeated(call, "point", place, `name the column of lines with series, or add GROUP BY ${by}`);
}

function repeated(call: string, part: string, place: string, instead: string): Error {
  const what = `several rows have ${place}, where ${call} draws one ${part}`;
  return new Error(`${what}: ${instead} to the query, with one value of each group, such as avg(price)`);
}
