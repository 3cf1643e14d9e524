import {type Quantity, toNumber} from "../../format/format.js";
import {html} from "./dom.js";

/** A figure at the top of a page. */
export interface Stat {
  label: string;
  value: string | Node;
  detail?: string | Node;
  tone?: "positive" | "negative" | "warn" | undefined;
}

/** The tone of a change: positive, negative, or none if it is zero or missing. */
export function toneOf(change: number | null | undefined): "positive" | "negative" | undefined {
  return Number(change) > 0 ? "positive" : Number(change) < 0 ? "negative" : undefined;
}

/** Who pays whom, by the sign of a rate; an empty text if it is missing. */
export function payerOf(rate: Quantity): string {
  const number = toNumber(rate);
  if (Number.isNaN(number)) return "";
  return number > 0 ? "longs pay shorts" : number < 0 ? "shorts pay longs" : "nobody pays";
}

/** Key figures in a row that wraps, as a description list. */
export function statRow(items: Iterable<Stat>): HTMLElement {
  return html("dl", {class: "fb-stats"}, ...Array.from(items, stat));
}

/** Facts with their names, as a description list in columns. */
export function factList(facts: Iterable<readonly [name: string, fact: Node | string]>): HTMLElement {
  const entries = Array.from(facts, ([name, fact]) => html("div", {}, html("dt", {}, name), html("dd", {}, fact)));
  return html("dl", {class: "fb-fact-list"}, ...entries);
}

function stat({label, value, detail, tone}: Stat): HTMLElement {
  const below = detail === undefined ? null : html("dd", {class: "fb-detail"}, detail);
  return html(
    "div",
    {class: "fb-stat"},
    html("dt", {}, label),
    html("dd", {class: "fb-figure", "data-tone": tone}, value),
    below
  );
}
