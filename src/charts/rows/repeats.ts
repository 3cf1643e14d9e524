import {formatUtc, type Instant, toMs} from "../../format/format.js";
import {isId, type Source} from "./source.js";

const mostRepeats = 0.1; // of the rows of a line

/** The column that tells lines apart where times repeat, as one line through all rows would zigzag: of text, else of ids. */
export function columnOfLines(source: Source, x: string): string | undefined {
  if (new Set(source.rows.map((row) => toMs(row[x] as Instant))).size === source.rows.length) return undefined;
  return source.find("text", [x, "marketSession"]) ?? idOfSeveral(source);
}

function idOfSeveral({rows, columns}: Source): string | undefined {
  const ids = ["priceFeedId", ...columns.filter(isId)].filter((name) => columns.includes(name));
  return ids.find((name) => new Set(rows.map((row) => row[name])).size > 1);
}

/** The columns of times and of lines, and what is drawn. */
export interface Drawn {
  x: string;
  series: string | undefined;
  draw: string;
}

/**
 * Refuses a line that is none, which zigzags nearly everywhere: its points are in order of time. Some times may be alike:
 * instants of one millisecond, or the hour that clocks repeat, which is one row of a few hours. Dots have no line.
 * @throws an error that names the first of the repeated times
 */
export function refuseZigzag({x, series, draw}: Drawn, name: string, points: readonly {time: number}[]): void {
  const repeats = points.filter(({time}, i) => time === points[i - 1]?.time);
  const [first] = repeats;
  if (draw === "dots" || first === undefined || repeats.length <= Math.max(1, mostRepeats * points.length)) return;
  const place = `${formatUtc(first.time)}${series === undefined ? "" : ` of ${series} ${name}`}`;
  const by = series === undefined ? x : `${x}, ${series}`;
  const separate = "name the column that tells lines apart with series, or";
  throw new Error(repeated("timeChart", "point", place, `${separate} add GROUP BY ${by}`));
}

/** Refuses places that repeat, where a chart draws one part each. @throws an error that names the first repeated place */
export function refuseTwice(
  places: readonly string[],
  {call, part, by}: {call: string; part: string; by: string}
): void {
  const seen = new Set<string>();
  for (const place of places) {
    if (seen.has(place)) throw new Error(repeated(call, part, place, `add GROUP BY ${by}`));
    seen.add(place);
  }
}

/** The message if several rows are at one place, and what to write instead. */
export function repeated(call: string, part: string, place: string, instead: string): string {
  return `several rows have ${place}, where ${call} draws one ${part}: ${instead} to the query, with one value of each group, such as avg(price)`;
}
