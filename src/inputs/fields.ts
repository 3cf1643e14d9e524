import type {Opening} from "../duckdb/sql/opening.js";
import {formatAge} from "../format/format.js";
import {steps} from "../format/resolution.js";
import {formatSpan, readZone, zones} from "../format/zone.js";
import {html} from "../ui/elements/dom.js";
import {type Control, segments} from "../ui/elements/segments.js";
import {inUrl, onState, readState} from "../url/state.js";
import {openingRange, type Picked, ranges, writeZoom} from "./pick.js";
import {feedPicker} from "./picker.js";
import {assertName, type Input, keepFields} from "./url.js";

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

/** The feed picker, kept in the URL as `feed`, or as `feeds` where several can be picked. */
export function feedField({feeds, pick}: Opening, first: Picked, multiple: boolean): Control<Picked> {
  const name = multiple ? "feeds" : "feed";
  const usual = (multiple ? pick.feeds?.join() : String(pick.feed)) ?? null;
  const {element, show} = feedPicker(feeds, {
    label: multiple ? "Feeds" : "Feed",
    multiple,
    value: idsOf(first, multiple),
    onPick: (ids) => inUrl({[name]: usual}).keep({[name]: ids.join()})
  });
  return {element, show: (picked) => show(idsOf(picked, multiple))};
}

/** The feeds to compare with, kept in the URL as `with`. */
export function compareField({feeds}: Opening, first: Picked): Control<Picked> {
  const {element, show} = feedPicker(feeds, {
    ...{label: "Compare with", multiple: true, optional: true, value: first.compared?.slice(1) ?? []},
    onPick: (ids) => inUrl({with: ""}).keep({with: ids.join()})
  });
  return {element, show: ({compared = []}) => show(compared.slice(1))};
}

/** The instant at which compared feeds are 100, kept in the URL as `base`; empty for the start of the view. */
export function baseField(): Control<Picked> {
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

/** The range, kept in the URL as `range`; a new range ends a zoom. */
export function rangeField(opening: Opening): Control<Picked> {
  const {element, show} = rangeSegments("Range", "range", openingRange(opening));
  return {element, show: ({range}) => show(range)};
}

/**
 * The resolution, kept in the URL as `step` in seconds, also by a zoom; steps narrower than a pixel cannot be picked.
 */
export function stepField(): Control<Picked> {
  const auto = html("option", {value: ""});
  const own = html("option"); // the step of the URL, or the finest possible instead
  const options = steps.map((step) => html("option", {value: String(step)}, formatAge(step)));
  const {element, select} = selectField("Resolution", [auto, own, ...options], (value) =>
    inUrl({step: ""}).keep({step: value})
  );
  return {
    element,
    show({step, finest, pinned}) {
      for (const option of options) option.hidden = option.disabled = Number(option.value) < finest;
      own.hidden = own.disabled = !pinned || steps.includes(step);
      own.value = own.hidden ? "own" : String(step);
      own.textContent = `${formatAge(step)}${step === finest ? " (finest)" : ""}`;
      auto.textContent = pinned ? "automatic" : `${formatAge(step)} (auto)`;
      select.value = pinned ? String(step) : "";
    }
  };
}

/** The time zone of the charts, kept in the URL as `tz`; UTC is the default. Queries and saved tables stay in UTC. */
export function zoneField(): Control<Picked> {
  const options = Object.entries(zones).map(([value, name]) => html("option", {value}, name));
  const {element, select} = selectField("Time zone", options, (value) =>
    inUrl({tz: "utc"}).keep({tz: readZone(value)})
  );
  return {
    element,
    show({tz}) {
      select.value = tz;
    }
  };
}

/** A choice of the page's own, kept in the URL under its name; the first of its labels is the default. */
export function choiceField(name: string, labels: Readonly<Record<string, string>>): Control<Record<string, unknown>> {
  const [usual = null] = Object.keys(labels);
  const title = name[0]?.toUpperCase() + name.slice(1);
  const {element, show} = segments(title, labels, (value) => inUrl({[name]: usual}).keep({[name]: value}));
  element.dataset.choice = name;
  return {element, show: (picked) => show(String(picked[name]))};
}

/** The zoom, with a button out of it; hidden while there is none. */
export function zoomField(): Control<Picked> {
  const element = html("button", {type: "button", class: "fb-zoomed", title: "Show the whole range"});
  element.addEventListener("click", () => zoomTo(null));
  return {
    element,
    show({zoom, tz}) {
      element.hidden = zoom === null;
      element.textContent = zoom === null ? "" : `${formatSpan(...zoom, tz)} ×`;
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
