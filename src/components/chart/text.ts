import {svg} from "../parts/dom.js";

/** Font size of axes, legends and notes in px. */
export const fontSize = 11;

/** A generous estimate of a text's width in px: the same in every browser, and without layout. */
export function textWidth(text: string, size = fontSize): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * size;
}

/** A text of a picture with so much room in px. A longer one is cut at its start, as a symbol says most at its end: the whole is its title. */
export function fittedText(text: string, room: number, attributes: Record<string, string | number>): SVGTextElement {
  if (textWidth(text) <= room) return svg("text", attributes, text);
  let from = text.length;
  const next = (): number => textWidth(text[from - 1] ?? "");
  for (let left = room - textWidth("…") - next(); left >= 0; left -= next()) from--;
  return svg("text", attributes, `…${text.slice(from)}`, svg("title", {}, text));
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!il]/.test(character)) return 0.34;
  if (/[%@mwMW]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.74;
  return character < "\u2e80" ? 0.65 : 1.1;
}
