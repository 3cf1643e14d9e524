import {formatStep} from "../../lib/format.js";
import {steps} from "../../lib/resolution.js";
import {onState, readState, writeState} from "../../lib/state.js";
import {type Zone, zones} from "../../lib/zone.js";
import {type Basis, bases} from "../funding/basis.js";
import {html} from "../parts/dom.js";
import {segments} from "../parts/segments.js";
import {measureWidth} from "./chart.js";
import {defaults, type Time, type TimeRow, timeOf} from "./defaults.js";
import {ranges, readZoom, writeZoom} from "./pick.js";
import {type Input, keep} from "./url.js";

// Inputs for own pages: each is one for Framework's `view`, and keeps what the reader chose in the URL under `name`.

/** Options of every input: its label, and its name in the URL. */
export interface InputOptions {
  label?: string;
  name?: string;
}

/**
 * Picks a time: the last hour, 6 hours, day or week, all, or any from and to in UTC. `value` is the range at first. Kept as
 * `range`, and as `zoom`, which is also where charts keep what they are zoomed to. @throws TypeError without a time
 */
export function timeInput(
  meta: TimeRow | readonly TimeRow[],
  {label = "Range", name = "range", ...options}: InputOptions & {value?: string} = {}
): Input<Time> {
  const {range: value} = defaults.timeInput(meta, options);
  const labels = Object.fromEntries(Object.keys(ranges).map((each) => [each, each]));
  const pickedRange = segments(label, labels, (range) =>
    writeState({[name]: range === value ? null : range, zoom: null})
  );
  const fields = fromAndTo(([from, until]) => writeState({zoom: writeZoom([from, until])}));
  const element = html(
    "div",
    {class: "fb-time", role: "group", "aria-label": label},
    pickedRange.element,
    fields.element
  );
  const read = (): Time => {
    const state = readState();
    const zoom = readZoom(state.zoom);
    const own = state[name];
    if (zoom !== null) return {from: new Date(zoom[0]), until: new Date(zoom[1]), range: null};
    return own !== undefined && Object.hasOwn(ranges, own) ? timeOf(meta, own) : defaults.timeInput(meta, options);
  };
  const input = Object.assign(element, {value: read()});
  const update = (): void => {
    const time = read();
    pickedRange.show(time.range ?? "");
    fields.show(time);
    if (JSON.stringify(time) === JSON.stringify(input.value)) return;
    input.value = time;
    input.dispatchEvent(new Event("input", {bubbles: true}));
  };
  element.addEventListener("input", (event) => event.target !== element && event.stopImmediatePropagation());
  onState(element, update);
  update();
  return input;
}

/**
 * Picks the seconds of a step for a time: by default as many steps as the charts have pixels. Kept as `step`; its value is a
 * number. @throws TypeError without a time: beside `view(timeInput(…))` in one block there is none yet
 */
export function stepInput(
  time: Pick<Time, "from" | "until">,
  {label = "Resolution", name = "step", points = measureWidth()}: InputOptions & {points?: number} = {}
): Input<number> {
  const auto = defaults.stepInput(time, {points});
  const options = [html("option", {value: String(auto)}, `${formatStep(auto)} (auto)`)].concat(
    steps.filter((step) => step !== auto).map((step) => html("option", {value: String(step)}, formatStep(step)))
  );
  return keep(name, selecting(label, options, Number));
}

/**
 * Picks a time zone by its IANA name, as SQL and charts take it: UTC, the reader's, New York's, and those of `zones`. Kept as
 * `tz`.
 */
export function zoneInput({
  label = "Time zone",
  name = "tz",
  zones: more = []
}: InputOptions & {zones?: readonly Zone[]} = {}): Input<Zone> {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = new Map<string, string>([
    [defaults.zoneInput(), "UTC"],
    [own, `${own} (yours)`],
    ["America/New_York", zones["new-york"]]
  ]);
  for (const zone of more) if (!names.has(zone)) names.set(zone, zone);
  const options = Array.from(names, ([value, text]) => html("option", {value}, text));
  return keep(
    name,
    selecting(label, options, (value) => value as Zone)
  );
}

/** Picks what funding rates are normalised to, a key of `bases`: `8h`, `1h`, `day`, `interval`, `apr`, `apy`. Kept as `basis`. */
export function basisInput({
  label = "Basis",
  name = "basis",
  ...options
}: InputOptions & {value?: Basis} = {}): Input<Basis> {
  const value = defaults.basisInput(options);
  const {element, show} = segments(label, bases, (basis) => input.pick(basis as Basis));
  const input = valued(element, value, (basis) => {
    const known = Object.hasOwn(bases, basis) ? basis : value;
    show(known);
    return known;
  });
  show(value);
  return keep(name, input);
}

/** An element with a value: `show` shows one, and gives that which can be; `pick` is the reader's. */
export function valued<Value>(
  element: HTMLElement,
  first: Value,
  show: (value: Value) => Value
): Input<Value> & {pick(value: Value): void} {
  let now = first;
  element.addEventListener("input", (event) => event.target !== element && event.stopImmediatePropagation());
  return Object.defineProperty(
    Object.assign(element, {
      value: first,
      pick(value: Value) {
        now = value;
        element.dispatchEvent(new Event("input", {bubbles: true}));
      }
    }),
    "value",
    {
      get: () => now,
      set(value: Value) {
        now = show(value);
      }
    }
  );
}

function selecting<Value>(
  label: string,
  options: readonly HTMLOptionElement[],
  read: (text: string) => Value
): Input<Value> {
  const select = html("select", {"aria-label": label}, ...options);
  const element = html("label", {class: "fb-step"}, html("span", {class: "fb-label"}, label), select);
  const input = valued(element, read(select.value), (value) => {
    const found = options.some((option) => option.value === String(value));
    select.value = found ? String(value) : (options[0]?.value ?? "");
    return read(select.value);
  });
  select.addEventListener("change", () => input.pick(read(select.value)));
  return input;
}

// Two fields of instants in UTC, to the second.
function fromAndTo(onPick: (time: [number, number]) => void) {
  const field = (text: string) => html("input", {type: "datetime-local", step: 1, "aria-label": `${text} (UTC)`});
  const [from, to] = [field("From"), field("To")];
  let time: Pick<Time, "from" | "until"> = {from: new Date(NaN), until: new Date(NaN)};
  const pick = (): void => {
    const read = ({value}: HTMLInputElement, shown: Date) => {
      const written = Date.parse(`${value}Z`);
      return written === Number(shown) - (Number(shown) % 1000) ? Number(shown) : written; // one not edited stays exact
    };
    const [start, end] = [read(from, time.from), read(to, time.until)];
    to.setCustomValidity(start < end ? "" : "must be after From");
    if (to.reportValidity()) onPick([start, end]);
  };
  for (const each of [from, to]) each.addEventListener("change", pick);
  const labelled = (text: string, input: HTMLElement) =>
    html("label", {class: "fb-step"}, html("span", {class: "fb-label"}, text), input);
  return {
    element: html("div", {class: "fb-from-to"}, labelled("From (UTC)", from), labelled("To (UTC)", to)),
    show(shown: Time) {
      time = shown;
      const {from: start, until} = shown;
      from.value = start.toISOString().slice(0, 19);
      to.value = until.toISOString().slice(0, 19);
    }
  };
}
