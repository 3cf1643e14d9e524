import {onWidth} from "../charts/shell.js";
import type {Opening} from "../duckdb/sql/opening.js";
import {html} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
import type {Control} from "../ui/elements/segments.js";
import {inUrl, readState} from "../url/state.js";
import {measureWidth, onPlotWidth} from "./chart.js";
import {customField, type LastSession} from "./custom.js";
import {
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
import {type Dropped, ofEveryFeed, type Picked, readPick} from "./pick.js";
import {carryState} from "./state.js";
import {underlyingField} from "./underlying.js";

/** The page's own choices by name, each with its values and their labels: `{basis: {"8h": "8 h", apr: "APR"}}`. */
type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Options of `controls`: whether several feeds can be picked, and whether by their underlyings. `choices` are the page's own, and
 * `row` names the choices of the row; the others are in the menu Layers. `missing` names what an empty store lacks.
 */
interface ControlsOptions {
  multiple?: boolean;
  underlyings?: boolean;
  choices?: Choices;
  row?: readonly string[];
  missing?: string;
  lastSession?: LastSession;
}

/**
 * The row of picks above a page's charts: feed, range, resolution and the page's own choices, kept in the URL. An input for
 * Framework's `view`: its value is the pick. While there is nothing to pick it says so, and the pick has no feed.
 */
export function controls(opening: Opening, options: ControlsOptions = {}): HTMLElement {
  const {multiple = false, underlyings = false, choices = {}, row = [], missing = "updates", lastSession} = options;
  let width = measureWidth();
  const read = () => {
    const picked = readPick(opening, readState(), width);
    const {values, dropped} = chosenOf(choices);
    return {...picked, ...values, dropped: [...picked.dropped, ...dropped]};
  };
  const first = read();
  if (first.feed === null) return Object.assign(emptyState(missing, opening.meta.updates), {value: first});
  const {comparison, ...layered} = choices; // a comparison stands with the compared feeds
  const fieldsOf = (all: Choices, inRow: boolean) =>
    Object.entries(all).flatMap(([name, labels]) =>
      row.includes(name) === inRow ? choiceField(name, labels, {inRow}) : []
    );
  const ofCompare = comparison === undefined ? [] : fieldsOf({comparison}, false);
  const [inRow, inMenu] = [fieldsOf(layered, true), fieldsOf(layered, false)];
  const feed = underlyings ? underlyingField(opening) : feedField(opening, first, multiple);
  const compare = opening.pick.compared === undefined ? [] : [compareField(opening, first, ofCompare)];
  const time = timeFields(opening, lastSession);
  const [step, zone] = [stepField(), zoneField()];
  const layers = layersField(layered, inMenu);
  const note = droppedNote(opening, missing, choices);
  const fields = [feed, ...compare, ...time, step, zone, ...ofCompare, ...inRow, ...inMenu, layers, note];
  const ranges = rangesOf(time);
  const elements = [feed.element, ranges, ...elementsOf([layers, note])];
  const {input, update} = controlForm(read, fields, elements);
  const fold = (isNarrow: boolean): void => {
    // A narrow row has them in its menu.
    if (isNarrow) layers.panel.prepend(...elementsOf([...compare, step, zone, ...inRow]));
    else ranges.before(...elementsOf(compare));
    if (!isNarrow) ranges.after(...elementsOf([step, zone, ...inRow]));
    layers.element.hidden = layers.panel.childElementCount === 0;
  };
  fold(measureWidth() < mostFolded);
  onWidth(input, (now) => fold(now < mostFolded));
  onPlotWidth(input, (now) => {
    width = now;
    update(); // most widths do not change the pick
  });
  return input;
}

const mostFolded = 900; // px of the row

/** Ranges, any other time, and a way out of it. */
export function timeFields(opening: Opening, lastSession?: LastSession): Control<Picked>[] {
  return [rangeField(opening), customField(opening.meta.lastPublishedAt ?? "", lastSession), zoomField()];
}

/** The fields of a time, in one row. */
export function rangesOf(fields: readonly Control<Picked>[]): HTMLElement {
  return html("div", {class: "fb-ranges"}, ...elementsOf(fields));
}

function elementsOf(fields: readonly {element: HTMLElement}[]): HTMLElement[] {
  return fields.map(({element}) => element);
}

interface Layers extends Control<Record<string, unknown>> {
  panel: HTMLElement;
}

// The menu with the page's own choices. Its button is marked while one of them is not at its default.
function layersField(choices: Choices, fields: readonly {element: HTMLElement}[]): Layers {
  const panel = html("div", {class: "fb-layers"}, ...elementsOf(fields));
  const layers = menu("Layers", panel);
  return {
    element: layers.element,
    panel,
    show(picked) {
      const changed = Object.entries(choices).some(([name, labels]) => picked[name] !== Object.keys(labels)[0]);
      layers.element.classList.toggle("fb-picked", changed);
    }
  };
}

function chosenOf(choices: Choices): {values: Record<string, unknown>; dropped: Dropped[]} {
  const state = readState();
  const all = Object.entries(choices).map(([name, labels]) => {
    const [usual, ...others] = Object.keys(labels);
    return {name, value: others.find((value) => value === state[name]) ?? usual, written: state[name]};
  });
  const values = Object.fromEntries(all.map(({name, value}) => [name, value]));
  const wrong = all.filter(({value, written}) => written !== undefined && written !== value);
  return {values, dropped: wrong.map(({name, written = ""}) => ({name, value: written}))};
}

/** A form of controls as an input for Framework's `view`: its value is what the URL says. */
export function controlForm<Value>(
  read: () => Value,
  fields: readonly Pick<Control<Value>, "show">[],
  elements: readonly HTMLElement[]
) {
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
    const {range = "", zoom = "", tz = "", search = ""} = readState(); // feeds and steps are for other pages
    return {...readPick(all, {...(range && {range}), ...(zoom && {zoom}), ...(tz && {tz})}), search};
  };
  const first = read();
  if (first.feed === null) return Object.assign(emptyState(), {value: first});
  const [search, time, note] = [searchField(), timeFields(all), droppedNote(all, "updates")];
  const elements = [search.element, rangesOf(time), note.element];
  return controlForm(read, [search, ...time, note], elements).input;
}

// Queries take a moment, so a search counts once the reader stops typing or leaves the field.
function searchField(): Control<Period> {
  const field = html("input", {type: "search", placeholder: "Search", "aria-label": "Search feeds"});
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
    element: html("div", {class: "fb-find"}, field),
    show({search}) {
      if (search === reported) return; // else the reader is still typing
      reported = search;
      clearTimeout(timer);
      field.value = search;
    }
  };
}
