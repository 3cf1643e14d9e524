import {html, set} from "../components/dom.js";
import {matches} from "./match.js";
import type {Feed} from "./opening.js";
import {chip, note, type Option, option, sections} from "./options.js";
import {labelOf} from "./pick.js";

/** Options of `feedPicker`. */
export interface PickerOptions {
  label: string;
  /** Ids of the feeds picked; the picker does not let go of the last one. */
  value: readonly number[];
  multiple?: boolean;
  onPick: (ids: number[]) => void;
}

/** A feed picker: the element, and a way to show another pick than the reader's own. */
export interface Picker {
  element: HTMLElement;
  show(ids: readonly number[]): void;
}

interface Parts extends Required<Omit<PickerOptions, "label">> {
  feeds: readonly Feed[];
  value: number[];
  input: HTMLInputElement;
  list: HTMLElement;
  chips: HTMLElement;
  /** The options on show and which of them Enter takes. */
  options: Option[];
  active: number;
}

const most = 200; // options on show at a time; typing finds the others

let count = 0;

/** A field to pick feeds by symbol, name, class or id: a combobox with a list grouped by class, for mouse, touch and keys. */
export function feedPicker(feeds: readonly Feed[], options: PickerOptions): Picker {
  const id = `fb-picker-${++count}`;
  const list = html("div", {role: "listbox", id, class: "fb-options", hidden: true, "aria-label": options.label});
  const input = html("input", {type: "text", role: "combobox", autocomplete: "off", spellcheck: "false"});
  set(input, {"aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list", "aria-label": options.label});
  const chips = html("span", {class: "fb-chips"});
  const {multiple = false, onPick} = options;
  const parts: Parts = {feeds, multiple, onPick, value: [...options.value], input, list, chips, options: [], active: 0};
  if (multiple) set(list, {"aria-multiselectable": "true"});
  listen(parts);
  write(parts);
  const field = html("div", {class: "fb-field"}, chips, input);
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
  input.addEventListener("focus", () => {
    input.select();
    open(parts, "");
  });
  input.addEventListener("click", () => open(parts, ""));
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

function press(parts: Parts, key: string): boolean {
  const {options, active, input, list, value} = parts;
  if (key === "Backspace" && parts.multiple && input.value === "" && value.length > 1) drop(parts, value.at(-1));
  else if (key === "Escape" && !list.hidden) close(parts);
  else if (list.hidden && (key === "ArrowDown" || key === "ArrowUp" || key === "Enter")) open(parts, "");
  else if (key === "ArrowDown") activate(parts, (active + 1) % options.length);
  else if (key === "ArrowUp") activate(parts, (active + options.length - 1) % options.length);
  else if (key === "Enter" && options[active]) take(parts, options[active].feed.priceFeedId);
  else return key === "Enter"; // which would send the form
  return true;
}

function open(parts: Parts, query: string): void {
  const {feeds, list, input, value} = parts;
  const found = feeds.filter((feed) => matches(feed, query));
  parts.options = found.slice(0, most).map((feed, i) => option(feed, `${list.id}-${i}`, value));
  list.replaceChildren(...sections(parts.options), note(found.length - parts.options.length, found.length));
  list.hidden = false;
  set(input, {"aria-expanded": "true"});
  const picked = parts.options.findIndex(({feed}) => value.includes(feed.priceFeedId));
  activate(parts, query === "" && picked > 0 ? picked : 0);
}

function close(parts: Parts): void {
  parts.list.hidden = true;
  set(parts.input, {"aria-expanded": "false", "aria-activedescendant": null});
  write(parts);
}

function activate(parts: Parts, index: number): void {
  parts.options[parts.active]?.element.classList.remove("fb-active");
  parts.active = index;
  const element = parts.options[index]?.element;
  element?.classList.add("fb-active");
  element?.scrollIntoView({block: "nearest"});
  set(parts.input, {"aria-activedescendant": element?.id});
}

function take(parts: Parts, id: number): void {
  if (!parts.multiple) {
    parts.value = [id];
    close(parts);
    parts.onPick(parts.value);
  } else if (parts.value.includes(id)) drop(parts, id);
  else {
    parts.value = [...parts.value, id];
    settle(parts);
  }
}

function drop(parts: Parts, id: number | undefined): void {
  const rest = parts.value.filter((other) => other !== id);
  if (rest.length === 0) return;
  parts.value = rest;
  settle(parts);
}

function settle(parts: Parts): void {
  write(parts);
  if (!parts.list.hidden) open(parts, "");
  parts.onPick(parts.value);
}

function write(parts: Parts): void {
  const {feeds, value, input, chips, multiple} = parts;
  const picked = value.flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  input.value = multiple ? "" : picked.map(labelOf).join();
  input.placeholder = multiple ? "Add a feed" : "Find a feed";
  const last = value.length < 2;
  if (multiple) chips.replaceChildren(...picked.map((feed) => chip(feed, last, () => drop(parts, feed.priceFeedId))));
}
