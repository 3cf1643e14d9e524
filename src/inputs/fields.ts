import type {Opening} from "../duckdb/sql/opening.js";
import {formatAge, formatRange} from "../format/format.js";
import {steps} from "../format/resolution.js";
import {formatSpan, readZone, zones} from "../format/zone.js";
import {button, html, set} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
import {short} from "../ui/elements/names.js";
import {type Control, segments} from "../ui/elements/segments.js";
import {exported} from "../url/exported.js";
import {inUrl, onState, readState, reportRefused} from "../url/state.js";
import {ranges, writeZoom} from "./defaults.js";
import {openingRange, type Picked} from "./pick.js";
import {feedPicker} from "./picker.js";
import {assertName, type Input, keepFields} from "./url.js";

/** A field with its label above it. */
export function labelled(label: string, field: HTMLElement): HTMLElement {
  return html("label", {class: "fb-step"}, html("span", {class: "fb-label"}, label), field);
}

/** A list to select from, with its label; `options` are values with their texts. */
export function selectField(
  label: string,
  options: Iterable<readonly [value: string, text: string]>,
  onPick: (value: string) => void
): Control<string> & {select: HTMLSelectElement} {
  const elements = Array.from(options, ([value, text]) => html("option", {value}, text));
  const select = html("select", {"aria-label": label}, ...elements);
  select.addEventListener("change", () => onPick(select.value));
  const show = (value: string): void => {
    select.value = value;
  };
  return {element: labelled(label, select), select, show};
}

/** The ranges as segments, kept in the URL under `name` unless it is the usual one; a new range ends a zoom. */
export function rangeSegments(label: string, name: string, usual: string): Control<string> {
  const labels = Object.fromEntries(Object.keys(ranges).map((range) => [range, formatRange(range)]));
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
  input.inert = exported() === "view"; // another pick needs other rows
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
  reportRefused(name, readState()[name], input.value);
  keepFields(name, input);
  return input;
}

/**
 * The feed picker, kept in the URL as `feed`, or as `feeds` where several can be picked. It is the page's heading: the title
 * and the hidden h1 name the feed too.
 */
export function feedField({feeds, pick}: Opening, first: Picked, multiple: boolean): Control<Picked> {
  const name = multiple ? "feeds" : "feed";
  const usual = (multiple ? pick.feeds?.join() : String(pick.feed)) ?? null;
  const {element, show} = feedPicker(feeds, {
    label: multiple ? "Feeds" : "Feed",
    multiple,
    mostChips: 0,
    value: idsOf(first, multiple),
    onPick: (ids) => inUrl({[name]: usual}).keep({[name]: ids.join()})
  });
  element.classList.add("fb-heading");
  return {
    element,
    show(picked) {
      show(idsOf(picked, multiple));
      namePage(idsOf(picked, multiple).length > 1 ? `${idsOf(picked, true).length} feeds` : short(picked.symbol));
    }
  };
}

let pageName: {heading: Element; text: string; site: string} | null = null;

/** Adds the feed to the page's own name, in its heading and its title. */
export function namePage(feed: string): void {
  const heading = document.querySelector("#observablehq-main h1");
  if (heading === null) return;
  const site = / \| .*/s.exec(document.title)?.[0] ?? "";
  if (pageName?.heading !== heading) pageName = {heading, text: heading.textContent, site};
  heading.textContent = `${feed} · ${pageName.text}`;
  document.title = heading.textContent + pageName.site;
}

/**
 * A menu with the feeds to compare with, kept in the URL as `with`, the base, and further `choices`. Its button has the
 * number of feeds.
 */
export function compareField(
  {feeds}: Opening,
  first: Picked,
  choices: readonly {element: HTMLElement}[]
): Control<Picked> {
  const {element, show} = feedPicker(feeds, {
    ...{label: "Compare with", multiple: true, optional: true, value: first.compared?.slice(1) ?? []},
    onPick: (ids) => inUrl({with: ""}).keep({with: ids.join()})
  });
  const base = baseField();
  const compare = menu(
    "",
    html("div", {class: "fb-compare"}, element, ...choices.map((choice) => choice.element), base.element)
  );
  compare.element.addEventListener("toggle", () => compare.element.open && element.querySelector("input")?.focus());
  return {
    element: compare.element,
    show(picked) {
      const {compared = []} = picked;
      show(compared.slice(1));
      base.show(picked);
      for (const choice of [...choices, base]) choice.element.hidden = compared.length === 0;
      compare.button.textContent = compared.length > 1 ? `+ ${compared.length - 1} compared` : "+ Compare";
    }
  };
}

// The instant at which compared feeds are 100, kept in the URL as `base`; empty for the start of the view.
function baseField(): Control<Picked> {
  const field = html("input", {type: "datetime-local", step: 1, "aria-label": "Base (UTC)"});
  field.addEventListener("change", () => inUrl({base: ""}).keep({base: field.value && `${field.value}Z`}));
  const element = labelled("Base (UTC)", field);
  element.dataset.choice = "base";
  element.title = "The instant at which each line is 100. Empty: the start of the view";
  return {
    element,
    show({base}) {
      field.value = base?.slice(0, 19) ?? "";
    }
  };
}

/** The range of the page, kept in the URL as `range`. */
export function rangeField(opening: Opening): Control<Picked> {
  const {element, show} = rangeSegments("Range", "range", openingRange(opening));
  return {element, show: ({range, zoom}) => show(zoom === null ? range : "")};
}

/**
 * The length of steps or candles, kept in the URL as `step` or `candle` in seconds, also by a zoom; steps narrower than a pixel or
 * finer than the data cannot be picked.
 */
export function stepField(): Control<Picked> {
  const options = steps.map((step) => [String(step), formatAge(step)] as const);
  let name: Picked["stepName"] = "step";
  const {element, select} = selectField("Step", options, (value) => inUrl({[name]: ""}).keep({[name]: value}));
  const listed = [...select.options];
  const auto = html("option", {value: ""});
  const own = html("option"); // the step of the URL, or the finest possible instead
  select.prepend(auto, own);
  return {
    element,
    show({step, finest, pinned, stepName, dataStep}) {
      name = stepName;
      set(select, {"aria-label": name === "candle" ? "Candle" : "Step"});
      for (const option of listed) option.hidden = option.disabled = Number(option.value) < finest;
      own.hidden = own.disabled = !pinned || steps.includes(step);
      own.value = own.hidden ? "own" : String(step);
      own.textContent = `${formatAge(step)}${step === finest ? " (finest)" : ""}`;
      auto.dataset.seconds = String(step);
      auto.textContent = pinned
        ? "automatic"
        : Math.abs(step - dataStep) < step / 100
          ? `data: ${formatAge(step)}`
          : `${formatAge(step)} (auto)`;
      select.value = pinned ? String(step) : "";
    }
  };
}

/** The time zone of the charts, kept in the URL as `tz`; UTC is the default. Queries and saved tables stay in UTC. */
export function zoneField(): Control<Picked> {
  const {element, show} = selectField("Time zone", Object.entries(zones), (value) =>
    inUrl({tz: "utc"}).keep({tz: readZone(value)})
  );
  return {element, show: ({tz}) => show(tz)};
}

const mostSegments = 3; // in the row of picks

/**
 * A choice of the page's own, kept in the URL under its name; the first of its labels is the default. With `inRow` one of many
 * values is a list to select from.
 */
export function choiceField(
  name: string,
  labels: Readonly<Record<string, string>>,
  {inRow = false} = {}
): Control<Record<string, unknown>> {
  const [usual = null] = Object.keys(labels);
  const title = name[0]?.toUpperCase() + name.slice(1);
  const pick = (value: string) => inUrl({[name]: usual}).keep({[name]: value});
  const isList = inRow && Object.keys(labels).length > mostSegments;
  const control = isList ? selectField(title, Object.entries(labels), pick) : segments(title, labels, pick);
  const {element, show} = control;
  element.dataset.choice = name;
  return {element, show: (picked) => show(String(picked[name]))};
}

/** A button that ends the zoom. Without a zoom it is unseen but keeps its place, so that nothing moves. */
export function zoomField(): Control<Picked> {
  const element = button("×", () => zoomTo(null), {class: "fb-zoomed"});
  return {
    element,
    show({zoom, tz, range}) {
      const label = zoom === null ? null : `Show ${range} instead of ${formatSpan(...zoom, tz)}`;
      set(element, {disabled: zoom === null, title: label, "aria-label": label ?? "Show the whole range"});
    }
  };
}

/** Zooms the page's view to a range in epoch milliseconds, or back out; for a chart's `onZoom`. */
export function zoomTo(range: readonly [number, number] | null): void {
  inUrl({zoom: null}).keep({zoom: writeZoom(range)});
}

function idsOf({feeds, feed}: Picked, multiple: boolean): number[] {
  if (multiple && feeds !== null) return feeds;
  return feed === null ? [] : [feed];
}
