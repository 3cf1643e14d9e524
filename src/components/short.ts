import {html} from "./dom.js";

const most = 60;

/** A text of the service as views show it: of one of more than 60 characters its start and its end, which say most. */
export function short(text: string): string {
  return text.length > most ? `${text.slice(0, most / 2)}…${text.slice(1 - most / 2)}` : text;
}

/** The same to put into an element: of a longer one the whole is in its title. */
export function shortened(text: string): HTMLElement | string {
  return text.length > most ? html("span", {title: text}, short(text)) : text;
}
