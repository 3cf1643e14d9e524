import {html, set} from "../../ui/elements/dom.js";
import {emptyList} from "../../ui/tables/table.js";
import type {Format} from "./formats.js";

/** Options that every picture of rows takes. */
export interface PictureOptions {
  /** How values are written, see {@link Format}. */
  format?: Format;
  /** Heading, accessible name, and name of saved files; default: made of the columns. */
  title?: string;
  /** Height in px. */
  height?: number;
  /** Width in px; default: always the width of its container. */
  width?: number;
  /** Note on saved pictures. */
  source?: string;
  /** Text without rows. */
  empty?: string;
}

/** The names of {@link PictureOptions}. */
export const pictureOptions = ["format", "title", "height", "width", "source", "empty"];

/** The text of a picture whose rows have no values. */
export const noValues = "no values in these rows";

/** The element in place of a component without rows: its title and a text. */
export function noRows(title: string, text = "No rows: the query found none."): HTMLElement {
  const caption = html("figcaption", {class: "fb-title"}, title);
  const none = emptyList(text);
  set(none, {role: "status"});
  return html("figure", {class: "fb-chart"}, caption, none);
}
