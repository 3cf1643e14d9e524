import {html} from "../../ui/elements/dom.js";

/** A name with its meaning; `note` is a smaller line below, `href` links to more. */
interface Term {
  name: string;
  meaning: string;
  note?: string;
  href?: string;
}

/** Names with their meanings, as a definition list. */
export function glossary(terms: readonly Term[]): HTMLElement {
  return html("dl", {class: "fb-glossary"}, ...terms.flatMap(partsOf));
}

function partsOf({name, meaning, note, href}: Term): HTMLElement[] {
  const code = html("code", {}, name);
  const term = href === undefined ? code : html("a", {href}, code);
  const below = note === undefined ? null : html("span", {class: "fb-glossary-note"}, note);
  return [html("dt", {}, term), html("dd", {}, `${meaning[0]?.toUpperCase() ?? ""}${meaning.slice(1)}`, below)];
}
