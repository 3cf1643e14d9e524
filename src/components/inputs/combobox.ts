import type {Feed} from "../../lib/opening.js";
import {html, set} from "../parts/dom.js";
import {activate, close, drop, offer, open, type Parts, type PickerOptions, take, write} from "./picking.js";

/** A feed picker: the element, and a way to show another pick than the reader's own. */
export interface Picker {
  element: HTMLElement;
  show(ids: readonly number[]): void;
}

let count = 0;

/** A field to pick feeds by symbol, name, class or id: a combobox with a list grouped by class, for mouse, touch and keys. */
export function feedPicker(feeds: readonly Feed[], options: PickerOptions): Picker {
  const id = `fb-picker-${++count}`;
  const list = html("div", {
    role: "listbox",
    id,
    class: "fb-options",
    hidden: true,
    tabindex: -1,
    "aria-label": options.label
  });
  const input = html("input", {type: "text", role: "combobox", autocomplete: "off", spellcheck: "false"});
  set(input, {"aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list", "aria-label": options.label});
  const chips = html("span", {class: "fb-chips"});
  const {multiple = false, optional = false, onPick} = options;
  const parts: Parts = {
    feeds,
    multiple,
    optional,
    onPick,
    value: [...options.value],
    input,
    list,
    chips,
    written: "",
    options: [],
    active: 0
  };
  if (multiple) set(list, {"aria-multiselectable": "true"});
  const field = html("div", {class: "fb-field"}, chips, input);
  listen(parts);
  listenToField(field, parts);
  write(parts);
  const element = html("div", {class: "fb-picker"}, html("span", {class: "fb-label"}, options.label), field, list);
  return {
    element,
    show(ids) {
      parts.value = [...ids];
      write(parts);
    }
  };
}

function listen(parts: Parts): void {
  const {input, list} = parts;
  input.addEventListener("focus", () => offer(parts));
  input.addEventListener("click", () => list.hidden && offer(parts));
  input.addEventListener("input", () => open(parts, input.value));
  input.addEventListener("blur", () => close(parts));
  input.addEventListener("keydown", (event) => {
    if (press(parts, event.key)) event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus in the field
  list.addEventListener("click", ({target}) => {
    const option = parts.options.find(({element}) => target instanceof Node && element.contains(target));
    if (option) take(parts, option.feed.priceFeedId);
  });
}

// The field's own area, its frame and chevron, opens and closes the list. In the input, the browser would put the caret
// where the reader clicks, and what is typed into the symbol.
function listenToField(field: HTMLElement, parts: Parts): void {
  const {input, list} = parts;
  field.addEventListener("mousedown", (event) => {
    // A list that closes writes the chips anew: the one that is pressed would be gone before it is clicked.
    if (event.target instanceof Element && event.target.closest(".fb-chip")) return event.preventDefault();
    const own = event.target === field;
    if (!own && (event.target !== input || input.value !== parts.written)) return;
    event.preventDefault();
    if (own && !list.hidden) close(parts);
    else if (input === document.activeElement) offer(parts);
    else input.focus();
  });
}

function press(parts: Parts, key: string): boolean {
  const {options, active, input, list, value} = parts;
  if (key === "Backspace" && parts.multiple && input.value === "") drop(parts, value.at(-1));
  else if (key === "Escape" && !list.hidden) close(parts);
  else if (list.hidden && (key === "ArrowDown" || key === "ArrowUp" || key === "Enter")) open(parts, "");
  else if (key === "ArrowDown") activate(parts, (active + 1) % options.length);
  else if (key === "ArrowUp") activate(parts, (active + options.length - 1) % options.length);
  else if (key === "Enter" && options[active]) take(parts, options[active].feed.priceFeedId);
  else return key === "Enter"; // which would send the form
  return true;
}
