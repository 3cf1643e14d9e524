import type {Opening} from "../duckdb/sql/opening.js";
import {html} from "../ui/elements/dom.js";
import type {Control} from "../ui/elements/segments.js";
import {inUrl, readState} from "../url/state.js";
import {measureWidth, onPlotWidth} from "./chart.js";
import {
  baseField,
  choiceField,
  compareField,
  feedField,
  inputOfUrl,
  rangeField,
  stepField,
  zoneField,
  zoomField
} from "./fields.js";
import {droppedNote, emptyState} from "./notes.js";
import {ofEveryFeed, type Picked, readPick} from "./pick.js";
import {carryState} from "./state.js";

/** The page's own choices by name, each with its values and their labels: `{basis: {"8h": "8 h", apr: "APR"}}`. */
type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Options of `controls`: whether several feeds can be picked, the page's own choices, and what an empty store lacks.
 */
interface ControlsOptions {
  multiple?: boolean;
  choices?: Choices;
  missing?: string;
}

/**
 * The bar above a page's charts: feed, range, resolution and the page's own choices, kept in the URL. An input for
 * Framework's `view`: its value is the pick. While there is nothing to pick it says so, and the pick has no feed.
 */
export function controls(opening: Opening, options: ControlsOptions = {}): HTMLElement {
  const {multiple = false, choices = {}, missing = "updates"} = options;
  let width = measureWidth();
  const read = () => ({...readPick(opening, readState(), width), ...chosenOf(choices)});
  const first = read();
  if (first.feed === null) return Object.assign(emptyState(missing), {value: first});
  const own = Object.entries(choices).map(([name, labels]) => choiceField(name, labels));
  const compare = opening.pick.compared === undefined ? [] : [compareField(opening, first), baseField()];
  const common = [feedField(opening, first, multiple), ...compare, rangeField(opening), stepField(), zoneField()];
  const zoom = zoomField();
  const note = droppedNote(opening, missing);
  const fields = [...common, ...own, zoom, note];
  const elements = [...common.map(({element}) => element), ...rowOf(own), zoom.element, note.element];
  const {input, update} = controlForm(read, fields, elements);
  onPlotWidth(input, (now) => {
    width = now;
    update(); // most widths do not change the pick
  });
  return input;
}

// More than two choices are in a row of their own.
function rowOf(choices: readonly {element: HTMLElement}[]): HTMLElement[] {
  const elements = choices.map(({element}) => element);
  return elements.length > 2 ? [html("div", {class: "fb-choices"}, ...elements)] : elements;
}

function chosenOf(choices: Choices): Record<string, unknown> {
  const state = readState();
  return Object.fromEntries(
    Object.entries(choices).map(([name, labels]) => {
      const [usual, ...others] = Object.keys(labels);
      return [name, others.find((value) => value === state[name]) ?? usual];
    })
  );
}

// A form of controls as an input for Framework's `view`: its value is what the URL says.
function controlForm<Value>(read: () => Value, fields: readonly Control<Value>[], elements: readonly HTMLElement[]) {
  const form = html("form", {class: "fb-controls", "aria-label": "What to show"}, ...elements);
  form.addEventListener("submit", (event) => event.preventDefault());
  return inputOfUrl(form, read, (picked) => {
    for (const field of fields) field.show(picked);
    carryState();
  });
}

/** A time to look at, and a search for feeds: parameters for the page's queries. */
export type Period = Picked & {search: string};

/**
 * The bar above a page about all feeds: a search for some of them and the range, kept in the URL. An input for
 * Framework's `view`: its value is the period. While the store is empty it says so, and the period has no feed.
 */
export function period(opening: Omit<Opening, "feeds">): HTMLElement {
  const all = ofEveryFeed(opening);
  const read = (): Period => {
    const {range = "", zoom = "", search = ""} = readState(); // feeds and steps are for other pages
    return {...readPick(all, {...(range && {range}), ...(zoom && {zoom})}), search};
  };
  const first = read();
  if (first.feed === null) return Object.assign(emptyState(), {value: first});
  const fields = [searchField(), rangeField(all), zoomField(), droppedNote(all, "updates")];
  const elements = fields.map(({element}) => element);
  return controlForm(read, fields, elements).input;
}

// Queries take a moment, so a search counts once the reader stops typing or leaves the field.
function searchField(): Control<Period> {
  const field = html("input", {type: "search", placeholder: "all", "aria-label": "Search feeds"});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = "";
  const write = (): void => {
    clearTimeout(timer);
    inUrl({search: ""}).keep({search: field.value});
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(write, 300);
  });
  field.addEventListener("change", write);
  return {
    element: html("label", {class: "fb-find"}, html("span", {class: "fb-label"}, "Feeds"), field),
    show({search}) {
      if (search === reported) return; // else the reader is still typing
      reported = search;
      clearTimeout(timer);
      field.value = search;
    }
  };
}
