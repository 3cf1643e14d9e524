import {html} from "../parts/dom.js";
import {type Basis, phrases} from "./basis.js";

/** The class of each column of the now-table, in their order. */
export const classes = ["venue", "rate", "bar", "payer", "every", "left"].map((name) => `fb-is-${name}`);

/** Caption and header of the now-table, whose rates are on a basis. */
export function headOf(basis: Basis): HTMLElement[] {
  const heads = ["Venue", `Rate ${phrases[basis]}`, "", "Who pays", "Paid every", "Next in"];
  const caption = `Last funding rates ${phrases[basis]}, the largest first`;
  const head = html("tr", {role: "row"}, ...heads.map((text, i) => headCell(text, i)));
  return [html("caption", {class: "fb-unseen"}, caption), html("thead", {role: "rowgroup"}, head)];
}

function headCell(text: string, index: number): HTMLElement {
  if (text === "") return html("td", {role: "cell", class: classes[index]});
  return html("th", {scope: "col", role: "columnheader", class: classes[index]}, text);
}
