import {html} from "./dom.js";

/** A control of a page: its element, and a way to set the shown value from outside. */
export interface Control<Value> {
  element: HTMLElement;
  show(value: Value): void;
}

let count = 0;

/** Radio buttons that look like one button in segments; `labels` are by value. */
export function segments(
  label: string,
  labels: Readonly<Record<string, string>>,
  onPick: (value: string) => void
): Control<string> {
  const name = `fb-segments-${++count}`;
  const radios = Object.keys(labels).map((value) => html("input", {type: "radio", name, value}));
  const element = html("fieldset", {class: "fb-segments"}, html("legend", {class: "fb-label"}, label));
  for (const radio of radios) {
    radio.addEventListener("change", () => onPick(radio.value));
    element.append(html("label", {}, radio, html("span", {}, labels[radio.value])));
  }
  return {
    element,
    show(value) {
      for (const radio of radios) radio.checked = radio.value === value;
    }
  };
}
