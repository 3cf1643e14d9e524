import {html} from "../../ui/elements/dom.js";
import {emptyList} from "../../ui/tables/table.js";

/** The element in place of a component without rows: its title and a text. */
export function noRows(title: string, text = "No rows: the query found none."): HTMLElement {
  const caption = html("figcaption", {class: "fb-title"}, title);
  return html("figure", {class: "fb-chart", role: "status"}, caption, emptyList(text));
}
