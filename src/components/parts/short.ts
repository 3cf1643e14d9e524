import {html} from "./dom.js";

const most = 60;
const cuts = new Map<string, string>(); // what was cut, by what is shown of it

/** A text of the service as views show it: of one of more than 60 characters its start and its end, which say most. */
export function short(text: string): string {
  if (text.length <= most) return text;
  const shown = `${text.slice(0, most / 2)}…${text.slice(1 - most / 2)}`;
  cuts.set(shown, text);
  return shown;
}

/** The same to put into an element: of a longer one the whole is in its title. */
export function shortened(text: string): HTMLElement | string {
  return text.length > most ? html("span", {title: text}, short(text)) : text;
}

/** The title of an element whose text has shortened ones in it: the same with their wholes; null where nothing was cut. */
export function wholeOf(text: string): string | null {
  let whole = text;
  for (const [shown, uncut] of cuts) whole = whole.replaceAll(shown, () => uncut);
  return whole === text ? null : whole;
}
