import {html} from "../ui/elements/dom.js";

/** A button with a text, and a hint such as its key. */
export function button(text: string, act: () => void, title = ""): HTMLButtonElement {
  const element = html("button", {type: "button", title: title || null}, text);
  element.addEventListener("click", act);
  return element;
}
