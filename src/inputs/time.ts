import {html} from "../ui/elements/dom.js";
import {inUrl, readState} from "../url/state.js";
import {defaults, type Time, type TimeRow, timeOf} from "./defaults.js";
import {inputOfUrl, labelled, rangeSegments} from "./elements.js";
import type {InputOptions} from "./own.js";
import {ranges, readZoom, writeZoom} from "./pick.js";
import type {Input} from "./url.js";

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
  const fields = fromAndTo(([from, until]) => inUrl({zoom: null}).keep({zoom: writeZoom([from, until])}));
  const element = html("div", {class: "fb-time", role: "group", "aria-label": label}, range.element, fields.element);
  const read = (): Time => {
    const state = readState();
    const zoom = readZoom(state.zoom);
    const own = state[name];
    if (zoom !== null) return {from: new Date(zoom[0]), until: new Date(zoom[1]), range: null};
    return own !== undefined && Object.hasOwn(ranges, own) ? timeOf(meta, own) : first;
  };
  const show = (time: Time): void => {
    range.show(time.range ?? "");
    fields.show(time);
  };
  return inputOfUrl(element, read, show).input;
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
