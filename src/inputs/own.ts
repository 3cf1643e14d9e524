import {formatStep} from "../format/format.js";
import {steps} from "../format/resolution.js";
import {type Zone, zones} from "../format/zone.js";
import {html} from "../ui/elements/dom.js";
import {segments} from "../ui/elements/segments.js";
import {type Basis, bases} from "../views/funding/basis.js";
import {measureWidth} from "./chart.js";
import {defaults, type Time} from "./defaults.js";
import {muteFields, selectField} from "./elements.js";
import {type Input, keep} from "./url.js";

// Inputs for own pages: each is one for Framework's `view`, and keeps what the reader chose in the URL under `name`.

/** Options of every input: its label, and its name in the URL. */
export interface InputOptions {
  label?: string;
  name?: string;
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

/** Picks a time zone by its IANA name, as SQL and charts take it: UTC, the reader's, New York's, or one of `zones`. Kept as `tz`. */
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

/**
 * Picks one of some texts or numbers: `choice("Later by", [300, 900, 3600], {format: formatAge})`. `value` is the first one
 * unless it is given, `format` writes them. Kept in the URL as `name`; default: the label in one word, such as `laterBy`.
 */
export function choice<Value extends string | number>(
  label: string,
  values: readonly Value[],
  {
    name = wordOf(label),
    format = String,
    ...given
  }: {name?: string; format?: (value: Value) => string; value?: Value} = {}
): Input<Value | null> {
  const usual = defaults.choice(label, values, given) as Value | null;
  const options = values.map((value) => html("option", {value: String(value)}, format(value)));
  const input = selecting(label, options, (text) => values.find((value) => String(value) === text) ?? null);
  input.value = usual;
  return keep(name, input);
}

function wordOf(label: string): string {
  const words = label.replace(/[^A-Za-z0-9]+/g, " ").trim();
  return words
    .replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toLowerCase());
}

/** An element with a value: `show` shows a value, or else a possible one, and returns it; `pick` takes the reader's. */
export function valued<Value>(
  element: HTMLElement,
  first: Value,
  show: (value: Value) => Value
): Input<Value> & {pick(value: Value): void} {
  let now = first;
  muteFields(element);
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
  const {element, select} = selectField(label, options, (text) => input.pick(read(text)));
  const input = valued(element, read(select.value), (value) => {
    const found = options.some((option) => option.value === String(value));
    select.value = found ? String(value) : (options[0]?.value ?? "");
    return read(select.value);
  });
  return input;
}
