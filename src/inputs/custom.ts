import {toMs} from "../format/format.js";
import {type Zone, zoneName, zoneOffset} from "../format/zone.js";
import {button, html} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
import type {Control} from "../ui/elements/segments.js";
import {labelled, zoomTo} from "./fields.js";
import type {Picked} from "./pick.js";

/** Times between which to show data, in epoch milliseconds. */
type Span = readonly [from: number, until: number];

/** Finds the last session of a feed in which its market was open; null without one. */
export type LastSession = (feed: number) => Promise<readonly [Date, Date] | null>;

/** Two fields of instants in a time zone, to the second. `show` takes the time as epoch milliseconds. */
export function fromAndTo(onPick: (span: Span) => void): {element: HTMLElement; show(span: Span, zone?: Zone): void} {
  const field = () => html("input", {type: "datetime-local", step: 1});
  const [from, to] = [field(), field()];
  let shown: Span = [NaN, NaN];
  let zone: Zone = "utc";
  const unedited = new Map<HTMLInputElement, string>();
  const read = (field: HTMLInputElement, before: number): number =>
    field.value === unedited.get(field) ? before : instantOf(field.value, zone); // one that is not edited stays exact
  const pick = (): void => {
    const [start, end] = [read(from, shown[0]), read(to, shown[1])];
    const [noStart, noEnd] = [start, end].map((ms) => (Number.isNaN(ms) ? "needs a time" : ""));
    from.setCustomValidity(noStart ?? "");
    to.setCustomValidity(noEnd || (start >= end ? "must be after From" : ""));
    if (from.reportValidity() && to.reportValidity()) onPick([start, end]);
  };
  for (const each of [from, to]) each.addEventListener("change", pick);
  return {
    element: html("div", {class: "fb-from-to"}, labelled("From", from), labelled("To", to)),
    show(span, given = "utc") {
      [shown, zone] = [span, given];
      [from, to].forEach((each, i) => {
        const ms = span[i] ?? NaN;
        each.value = new Date(ms + zoneOffset(zone, ms)).toISOString().slice(0, 19);
        unedited.set(each, each.value); // as the browser writes it
        each.setCustomValidity("");
        each.ariaLabel = `${i === 0 ? "From" : "To"} (${zoneName(zone, ms)})`;
      });
    }
  };
}

// The instant of a local time; one that a change of the clocks skips is read an hour later.
function instantOf(local: string, zone: Zone): number {
  const utc = Date.parse(`${local}Z`);
  return utc - zoneOffset(zone, utc - zoneOffset(zone, utc));
}

const day = 86_400_000;

/**
 * A menu for any time: from and to, presets, and the last open session of the feed if `lastSession` finds it. It looks picked
 * while the page is zoomed.
 */
export function customField(last: string, lastSession?: LastSession): Control<Picked> {
  const end = toMs(last);
  let picked: Pick<Picked, "feed" | "tz"> = {feed: null, tz: "utc"};
  const fields = fromAndTo(zoomTo);
  const status = html("p", {role: "status"});
  const pick = (span: Span): void => {
    zoomTo(span);
    custom.close();
  };
  // The start of the last day with updates, or of an earlier day. An update at midnight ends a day.
  const midnight = (daysBefore = 0): number => {
    const days = Math.floor((end - 1 + zoneOffset(picked.tz, end - 1)) / day) - daysBefore;
    return instantOf(new Date(days * day).toISOString().slice(0, 19), picked.tz);
  };
  const presets = [
    button("Today", () => pick([midnight(), end])),
    button("Yesterday", () => pick([midnight(1), midnight()])),
    button("Last 3 days", () => pick([end - 3 * day, end]))
  ];
  if (lastSession !== undefined)
    presets.push(
      button("Last session", () => {
        void lastSession(picked.feed ?? 0).then(
          (found) =>
            found === null ? say("no open session of this feed is in the store") : pick([+found[0], +found[1]]),
          (error: unknown) => say(String(error))
        );
      })
    );
  const say = (text: string): void => {
    status.textContent = text;
  };
  const panel = html(
    "div",
    {class: "fb-custom"},
    fields.element,
    html("div", {class: "fb-presets"}, ...presets),
    status
  );
  const custom = menu("Custom", panel);
  return {
    element: custom.element,
    show({zoom, from, until, feed, tz}) {
      picked = {feed, tz};
      say("");
      custom.element.classList.toggle("fb-picked", zoom !== null);
      fields.show([toMs(from), toMs(until)], tz);
    }
  };
}
