import {html} from "./dom.js";

/** A button that acts when it is clicked, with attributes such as its class. */
export function button(
  text: string,
  act: () => void,
  attributes: Readonly<Record<string, string>> = {}
): HTMLButtonElement {
  const element = html("button", {type: "button", ...attributes}, text);
  element.addEventListener("click", act);
  return element;
}
