import {ascending, group} from "d3-array";
import type {Series} from "../chart/model.js";
import {category} from "../parts/theme.js";
import type {FundingRate} from "./basis.js";
import {type Owner, ownersOf} from "./owners.js";

/** The rows of one feed, and whose rate they are. */
export interface Line<Row> extends Owner {
  id: string;
  rows: Row[];
}

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** Rows as a line per feed, by underlying, then venue. */
export function linesOf<Row extends FundingRate>(rows: readonly Row[]): Line<Row>[] {
  const byFeed = group(rows, ({priceFeedId}) => String(priceFeedId));
  const lines = Array.from(ownersOf(rows), ([id, owner]) => ({...owner, id, rows: byFeed.get(id) ?? []}));
  return lines.sort((a, b) => ascending(a.underlying, b.underlying) || ascending(a.venue, b.venue));
}

/**
 * How to tell lines apart: by a colour for each venue of one underlying, else for each underlying, with dashes for the
 * venue.
 */
export function stylesOf(lines: readonly Owner[]): (line: Owner) => Pick<Series, "label" | "color" | "dash"> {
  const venues = [...new Set(lines.map(({venue}) => venue))];
  const underlyings = underlyingsOf(lines);
  return (line) => {
    const venue = venues.indexOf(line.venue);
    const underlying = underlyings.indexOf(line.underlying);
    if (underlyings.length === 1) return {label: line.venue || line.underlying, color: category(venue)};
    if (venues.length === 1) return {label: line.underlying, color: category(underlying)};
    const dash = dashes[venue % dashes.length] ?? "";
    return {label: nameOf(line), color: category(underlying), ...(dash && {dash})};
  };
}

/** What a chart of lines is about: their one underlying, or nothing. */
export function subjectOf(lines: readonly Owner[]): string {
  const [one, ...others] = underlyingsOf(lines);
  return one !== undefined && others.length === 0 ? `${one} funding` : "Funding";
}

/** Venue and underlying as one name. */
export function nameOf({venue, underlying}: Owner): string {
  return `${venue} ${underlying}`.trim();
}

function underlyingsOf(lines: readonly Owner[]): string[] {
  return [...new Set(lines.map(({underlying}) => underlying))];
}
