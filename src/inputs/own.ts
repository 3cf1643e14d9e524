import {formatAge} from "../format/format.js";
import {steps} from "../format/resolution.js";
import {type Zone, zones} from "../format/zone.js";
import {html} from "../ui/elements/dom.js";
import {segments} from "../ui/elements/segments.js";
import {inUrl, onState, readState, reportRefused} from "../url/state.js";
import {type Basis, bases} from "../views/funding/basis.js";
import {measureWidth} from "./chart.js";
import {fromAndTo} from "./custom.js";
import {defaults, known, ranges, readZoom, type Time, type TimeRow, timeOf} from "./defaults.js";
import {inputOfUrl, keptInput, rangeSegments, selectField, zoomTo} from "./fields.js";
import {feedPicker, type Picker} from "./picker.js";
import type {Input} from "./url.js";

// Inputs for own pages: each is one for Framework's `view`, and keeps what the reader chose in the URL under `name`.

/** Options of every input: its label, and its name in the URL. */
interface InputOptions {
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
  const names = [auto, ...steps.filter((step) => step !== auto)].map((step) => {
    return [String(step), `${formatAge(step)}${step === auto ? " (auto)" : ""}`] as const;
  });
  return selectInput({label, name, names: new Map(names), usual: String(auto), read: Number});
}

/** Picks a time zone by its IANA name, as SQL and charts take it: UTC, the reader's, New York's, or one of `zones`. Kept as `tz`. */
export function zoneInput({
  label = "Time zone",
  name = "tz",
  zones: more = []
}: InputOptions & {zones?: readonly Zone[]} = {}): Input<Zone> {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const usual = defaults.zoneInput();
  const names = new Map<string, string>([
    [usual, "UTC"],
    [own, `${own} (yours)`],
    ["America/New_York", zones["new-york"]]
  ]);
  for (const zone of more) if (!names.has(zone)) names.set(zone, zone);
  return selectInput({label, name, names, usual, read: (zone) => zone as Zone});
}

/** Picks what funding rates are normalised to, a key of `bases`: `apr`, `8h`, `1h`, `day`, `interval`, `apy`. Kept as `basis`. */
export function basisInput({
  label = "Basis",
  name = "basis",
  ...options
}: InputOptions & {value?: Basis} = {}): Input<Basis> {
  const value = defaults.basisInput(options);
  const control = segments(label, bases, (basis) => inUrl({[name]: value}).keep({[name]: basis}));
  return keptInput<Basis>(name, control, (basis = value) => (Object.hasOwn(bases, basis) ? (basis as Basis) : value));
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
  const names = new Map(values.map((value) => [String(value), format(value)]));
  const read = (text: string) => values.find((value) => String(value) === text) ?? null;
  return selectInput({label, name, names, usual: String(usual), read});
}

function wordOf(label: string): string {
  const words = label.replace(/[^A-Za-z0-9]+/g, " ").trim();
  return words
    .replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toLowerCase());
}

interface SelectOptions<Value> extends Required<InputOptions> {
  /** The names of the values to select from, by the values' texts. */
  names: ReadonlyMap<string, string>;
  usual: string;
  read: (text: string) => Value;
}

function selectInput<Value>({label, name, names, usual, read}: SelectOptions<Value>): Input<Value> {
  const {element, show} = selectField(label, names, (text) => inUrl({[name]: usual}).keep({[name]: text}));
  const control = {element, show: (value: Value) => show(String(value))};
  return keptInput(name, control, (text = usual) => read(names.has(text) ? text : usual));
}

/**
 * Picks a time: the last hour, 6 hours, day or week, all, or any from and to in UTC. `value` is the first range. Kept as
 * `range`, and as `zoom`, which charts share. @throws TypeError without a time
 */
export function timeInput(
  meta: TimeRow | readonly TimeRow[],
  {label = "Range", name = "range", ...options}: InputOptions & {value?: string} = {}
): Input<Time> {
  const first = defaults.timeInput(meta, options);
  const range = rangeSegments(label, name, first.range ?? "");
  const fields = fromAndTo(zoomTo);
  const element = html("div", {class: "fb-time", role: "group", "aria-label": label}, range.element, fields.element);
  const read = (): Time => {
    const state = readState();
    const zoom = readZoom(state.zoom);
    const own = state[name];
    reportRefused("zoom", state.zoom, zoom === null ? null : state.zoom);
    reportRefused(name, own, Object.hasOwn(ranges, own ?? "") ? own : null);
    if (zoom !== null) return {from: new Date(zoom[0]), until: new Date(zoom[1]), range: null};
    return own !== undefined && Object.hasOwn(ranges, own) ? timeOf(meta, own) : first;
  };
  const show = (time: Time): void => {
    range.show(time.range ?? "");
    fields.show([+time.from, +time.until]);
  };
  return inputOfUrl(element, read, show).input;
}

/** A feed as `FROM feeds` has it; `group`, or else `assetType`, is the heading that it stands under. */
export interface FeedRow {
  priceFeedId: number;
  symbol?: string | null;
  name?: string | null;
  group?: string | null;
  assetType?: string | null;
}

/**
 * Picks a feed of the rows by symbol, name, class or id: `view(feedInput(feeds))`. Its value is the feed's id; `value` is
 * the default, or else the first row; null without rows. Kept as `feed`.
 */
export function feedInput(
  feeds: readonly FeedRow[],
  {label = "Feed", name = "feed", ...options}: InputOptions & {value?: number | null} = {}
): Input<number | null> {
  const first = defaults.feedInput(feeds, options);
  const control = picker(feeds, {label, name, usual: first === null ? [] : [first]});
  const read = (text = "") => known(feeds, [Number(text || NaN)])[0] ?? first;
  return keptInput(name, {...control, show: (id: number | null) => control.show(id === null ? [] : [id])}, read);
}

/**
 * Picks several feeds: its value is their ids, in the order in which they were picked. `value` are those at first, by
 * default the first two. Kept as `feeds`.
 */
export function feedsInput(
  feeds: readonly FeedRow[],
  {label = "Feeds", name = "feeds", ...options}: InputOptions & {value?: readonly number[]} = {}
): Input<number[]> {
  const value = defaults.feedsInput(feeds, options);
  const control = picker(feeds, {label, name, usual: value, multiple: true});
  return keptInput<number[]>(name, control, (text = "") => {
    const found = known(feeds, text.split(",").filter(Boolean).map(Number));
    return found.length > 0 ? found : value;
  });
}

interface PickerOptions {
  label: string;
  name: string;
  usual: readonly number[];
  multiple?: boolean;
}

function picker(feeds: readonly FeedRow[], {label, name, usual, multiple = false}: PickerOptions): Picker {
  const listed = feeds.map(({priceFeedId, symbol = null, name = null, group, assetType}) => {
    return {priceFeedId, symbol, name, group: group ?? assetType ?? null};
  });
  const onPick = (ids: number[]) => inUrl({[name]: usual.join()}).keep({[name]: ids.join()});
  const made = feedPicker(listed, {label, value: usual, multiple, onPick});
  made.element.append(absentNote(name, feeds));
  return made;
}

function absentNote(name: string, feeds: readonly FeedRow[]): HTMLElement {
  const note = html("p", {class: "fb-dropped", role: "status"});
  const show = (): void => {
    const absent = (readState()[name] ?? "")
      .split(",")
      .filter((id) => id !== "" && known(feeds, [Number(id)]).length === 0);
    note.hidden = absent.length === 0;
    note.textContent = absent
      .map((id) => (/^\d+$/.test(id) ? `Feed ${id} is not here.` : `“${id}” is not a feed id.`))
      .join(" ");
  };
  onState(note, show);
  show();
  return note;
}
