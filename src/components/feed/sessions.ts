import {formatAge, formatCount, formatUtc, type Quantity} from "../../lib/format.js";
import type {Instant} from "../../lib/instant.js";
import {sessionBadge} from "../parts/badge.js";
import {html} from "../parts/dom.js";

/** A stretch of one session; `seconds` is how long it took. */
export interface SessionRow {
  marketSession: string | null;
  startedAt: Instant;
  endedAt: Instant;
  seconds: Quantity;
  updates: Quantity;
}

/** The sessions of a feed as a table, a stretch per row. */
export function feedSessions(rows: Iterable<SessionRow>): HTMLElement {
  const heads = ["Session", "From", "Until", "Length", "Updates"].map((label, i) =>
    html("th", {scope: "col", class: [null, null, "fb-wide", "fb-number", "fb-number"][i]}, label)
  );
  return html(
    "table",
    {class: "fb-facts"},
    html("caption", {class: "fb-unseen"}, "Sessions"),
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...Array.from(rows, row))
  );
}

function row({marketSession, startedAt, endedAt, seconds, updates}: SessionRow): HTMLElement {
  return html(
    "tr",
    {},
    html("th", {scope: "row"}, sessionBadge(marketSession)),
    html("td", {}, formatUtc(startedAt, "minute")),
    html("td", {class: "fb-wide"}, formatUtc(endedAt, "minute")),
    html("td", {class: "fb-number"}, formatAge(seconds)),
    html("td", {class: "fb-number"}, formatCount(updates))
  );
}
