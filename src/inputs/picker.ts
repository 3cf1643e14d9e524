import {group} from "d3-array";
import type {Feed} from "../duckdb/sql/opening.js";
import {html, set} from "../ui/elements/dom.js";
import {feedLabel, feedTitle, matches, short} from "../ui/elements/names.js";

/** A feed picker: its element, and a function that sets the shown pick from outside. */
export interface Picker {
  element: HTMLElement;
  show(ids: readonly number[]): void;
}

let count = 0;

/**
 * A field to pick feeds by symbol, name, class or id: a combobox with a list grouped by class, for mouse, touch and
 * keys.
 */
export function feedPicker(feeds: readonly Feed[], options: PickerOptions): Picker {
  const id = `fb-picker-${++count}`;
  const label = {"aria-label": options.label};
  const list = html("div", {role: "listbox", id, class: "fb-options", hidden: true, tabindex: -1, ...label});
  const input = html("input", {type: "text", role: "combobox", autocomplete: "off", spellcheck: "false"});
  set(input, {"aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list", ...label});
  const chips = html("span", {class: "fb-chips"});
  const {multiple = false, optional = false, mostChips = 3, onPick} = options;
  const shown = {value: [...options.value], written: "", options: [], active: 0};
  const parts: Parts = {feeds, multiple, optional, mostChips, onPick, ...shown, input, list, chips};
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

// The field's own area, its frame and chevron, opens and closes the list. In the input, the browser would put the caret where the
// reader clicks, and typed letters into the symbol.
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

/** Options of `feedPicker`. */
export interface PickerOptions {
  label: string;
  /** Ids of the feeds picked. */
  value: readonly number[];
  multiple?: boolean;
  /** Whether the last feed can be removed as well. */
  optional?: boolean;
  /** How many picked feeds have a chip each; more are written as their number. */
  mostChips?: number;
  onPick: (ids: number[]) => void;
}

interface Parts extends Required<Omit<PickerOptions, "label">> {
  feeds: readonly Feed[];
  value: number[];
  input: HTMLInputElement;
  list: HTMLElement;
  chips: HTMLElement;
  /** The text of the field while the reader types nothing. */
  written: string;
  /** The options on show and which of them Enter takes. */
  options: Option[];
  active: number;
}

const most = 200; // options on show at a time; typing finds the others

// Shows the whole list, and selects the field's text, so that typing replaces the symbol.
function offer(parts: Parts): void {
  parts.input.select();
  open(parts, "");
}

function open(parts: Parts, query: string): void {
  const {feeds, list, input, value} = parts;
  const found = feeds.filter((feed) => matches(feed, query));
  parts.options = found.slice(0, most).map((feed, i) => option(feed, `${list.id}-${i}`, value));
  list.replaceChildren(...sections(parts.options), note(found.length - parts.options.length, found.length));
  list.hidden = false;
  set(input, {"aria-expanded": "true"});
  const wanted = query.trim() === "" ? value : [Number(query)];
  const first = parts.options.findIndex(({feed}) => wanted.includes(feed.priceFeedId));
  activate(parts, Math.max(0, first));
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
  if (rest.length === 0 && !parts.optional) return;
  parts.value = rest;
  settle(parts);
}

function settle(parts: Parts): void {
  write(parts);
  if (!parts.list.hidden) open(parts, "");
  parts.onPick(parts.value);
}

// Writes the pick into the field: its symbol, a chip for each feed, or the number of feeds.
function write(parts: Parts): void {
  const {feeds, value, input, chips, multiple, optional, mostChips} = parts;
  const picked = value.flatMap((id) => feeds.find(({priceFeedId}) => priceFeedId === id) ?? []);
  const hasChips = multiple && picked.length <= mostChips;
  const several = picked.length > 1 ? `${picked.length} feeds` : picked.map(feedLabel).join();
  parts.written = hasChips ? "" : several;
  input.value = parts.written;
  input.title = hasChips ? "" : picked.map(feedTitle).join("\n");
  input.placeholder = multiple ? "Add a feed" : "Find a feed";
  const last = value.length < 2 && !optional;
  const shown = hasChips ? picked : [];
  chips.replaceChildren(...shown.map((feed) => chip(feed, last, () => drop(parts, feed.priceFeedId))));
}

interface Option {
  feed: Feed;
  element: HTMLElement;
}

function option(feed: Feed, id: string, picked: readonly number[]): Option {
  const selected = String(picked.includes(feed.priceFeedId));
  const attributes = {role: "option", id, class: "fb-option", title: feedTitle(feed), "aria-selected": selected};
  const [symbol, name] = [html("span", {}, feedLabel(feed)), html("small", {}, short(feed.name ?? ""))];
  const number = feed.symbol === null ? null : html("small", {class: "fb-id"}, String(feed.priceFeedId));
  return {feed, element: html("div", attributes, symbol, name, number)};
}

function sections(options: Iterable<Option>): HTMLElement[] {
  return Array.from(
    group(options, ({feed}) => feed.group ?? "other"),
    ([name, members]) => {
      const heading = html("div", {class: "fb-group", "aria-hidden": "true"}, short(name));
      return html("div", {role: "group", "aria-label": name}, heading, ...members.map(({element}) => element));
    }
  );
}

function note(more: number, found: number): HTMLElement | string {
  if (found === 0) return html("p", {}, "No feed matches");
  return more > 0 ? html("p", {}, `${more} more: type to find them`) : "";
}

// A picked feed with a button that removes it, disabled for the last one.
function chip(feed: Feed, disabled: boolean, drop: () => void): HTMLElement {
  const name = feedLabel(feed);
  const button = html("button", {type: "button", "aria-label": `Remove ${name}`, disabled}, "×");
  button.addEventListener("click", drop);
  return html("span", {class: "fb-chip", title: feedTitle(feed)}, name, button);
}
