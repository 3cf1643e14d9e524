import {html} from "../ui/elements/dom.js";
import {type Control, segments} from "../ui/elements/segments.js";
import {inUrl, onState, readState} from "../url/state.js";
import {ranges} from "./pick.js";
import {assertName, type Input, keepFields} from "./url.js";

// Elements of the bar of our pages, and of inputs of own pages.

/** A field with its label above it. */
export function labelled(label: string, field: HTMLElement): HTMLElement {
  return html("label", {class: "fb-step"}, html("span", {class: "fb-label"}, label), field);
}

/** A list to select from, with its label. */
export function selectField(
  label: string,
  options: readonly HTMLOptionElement[],
  onPick: (value: string) => void
): {element: HTMLElement; select: HTMLSelectElement} {
  const select = html("select", {"aria-label": label}, ...options);
  select.addEventListener("change", () => onPick(select.value));
  return {element: labelled(label, select), select};
}

/** The ranges as segments, kept in the URL under `name` unless it is the usual one; a new range ends a zoom. */
export function rangeSegments(label: string, name: string, usual: string): Control<string> {
  const labels = Object.fromEntries(Object.keys(ranges).map((range) => [range, range]));
  return segments(label, labels, (range) => inUrl({[name]: usual, zoom: null}).keep({[name]: range, zoom: null}));
}

/**
 * Makes an element an input whose value `read` takes from the URL. When the URL changes, it shows the new value, and fires an
 * `input` event if the value differs. `update` reads it anew.
 */
export function inputOfUrl<Made extends HTMLElement, Value>(
  element: Made,
  read: () => Value,
  show: (value: Value) => void
): {input: Made & Input<Value>; update: () => void} {
  const input = Object.assign(element, {value: read()});
  const update = (): void => {
    const value = read();
    show(value);
    if (JSON.stringify(value) === JSON.stringify(input.value)) return;
    input.value = value;
    input.dispatchEvent(new Event("input", {bubbles: true}));
  };
  // A typed text is not yet its value.
  input.addEventListener("input", (event) => event.target !== input && event.stopImmediatePropagation());
  onState(input, update);
  update();
  return {input, update};
}

/** Makes a control an input whose value the URL keeps under a name; `read` gives the value of a text, and the default without one. */
export function keptInput<Value>(
  name: string,
  {element, show}: Control<Value>,
  read: (text: string | undefined) => Value
): Input<Value> {
  assertName(name);
  const {input} = inputOfUrl(element, () => read(readState()[name]), show);
  keepFields(name, input);
  return input;
}
