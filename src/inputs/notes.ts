import type {Span} from "../charts/model.js";
import type {Opening} from "../duckdb/sql/opening.js";
import {formatAge, formatCount, type Instant, type Quantity, toMs, toNumber} from "../format/format.js";
import {instantText, loadCommand} from "../format/load-command.js";
import {zones} from "../format/zone.js";
import {html} from "../ui/elements/dom.js";
import {feedLabel} from "../ui/elements/names.js";
import type {Control} from "../ui/elements/segments.js";
import {ranges} from "./defaults.js";
import {type Dropped, type Picked, underlyingsOf} from "./pick.js";

const steps = [1, 10, 60, 300, 3600]; // in seconds
const mostInstants = 300;

/** The command that loads the time shown, for charts without data in it, in lines that fit a phone. */
export function loadHint({feeds, from, until}: Pick<Picked, "feeds" | "from" | "until">): string | undefined {
  const [after, before] = [toMs(from) - 1, toMs(until) + 1]; // both are loaded
  const stepSeconds = stepOf((before - after) / 1000);
  const command = loadCommand({feeds: named(feeds), after, before, stepSeconds});
  return command === null ? undefined : `to load them:\n${command.replace(/ (?=--(from|to|every))/g, "\n")}`;
}

// The step of which some hundred fill a time.
function stepOf(seconds: number): number {
  return steps.find((step) => seconds / step <= mostInstants) ?? 86_400;
}

/** A row of `gaps`. */
interface GapRow {
  startedAt: Instant;
  resumedAt: Instant;
  seconds: Quantity;
  /** The feed's usual step; without it, a step that suits the length is loaded. */
  stepSeconds?: Quantity;
  reason?: string | null;
}

/** The gaps of a feed as `spans` of a chart: hatched, with their lengths and, unless nothing is there, the commands that load them. */
export function gapSpans(rows: Iterable<GapRow>, {feeds}: Pick<Picked, "feeds">): Span[] {
  return Array.from(rows, ({startedAt, resumedAt, seconds, reason, ...row}) => {
    const [from, before] = [toMs(startedAt), toMs(resumedAt)];
    const text = `gap of ${formatAge(seconds)}${reason ? `, ${reason}` : ""}`;
    const stepSeconds = toNumber(row.stepSeconds) || stepOf(toNumber(seconds));
    const after = from - (reason === "not asked" ? 1000 * stepSeconds : 1); // else the start was requested
    const command = reason === "nothing there" ? null : loadCommand({feeds: named(feeds), after, before, stepSeconds});
    return {
      from: instantText(from),
      until: instantText(before),
      text,
      hatched: true,
      ...(command !== null && {command})
    };
  });
}

// 0 stands for all feeds.
function named(feeds: readonly number[] | null): number[] {
  return (feeds ?? []).filter((id) => id > 0);
}

/**
 * A note on each part of the URL that the page cannot show, with the reason; `missing` names the data of the page, `choices`
 * has the values of its own choices.
 */
export function droppedNote(
  {feeds, others = []}: Opening,
  missing: string,
  choices: Readonly<Record<string, object>> = {}
): Control<Picked> {
  const element = html("p", {class: "fb-dropped", role: "status"});
  const feedReason = (named: string): string => {
    if (!/^\d+$/.test(named)) return `“${named}” is not a feed id`;
    const other = others.find(({priceFeedId}) => priceFeedId === Number(named));
    if (other === undefined) return `feed ${named} is not in the store`;
    return `${other.symbol === null ? feedLabel(other) : `${feedLabel(other)} (feed ${named})`} has no ${missing}`;
  };
  const reasonOf = ({name, value}: Dropped, {finest}: Picked): string => {
    const isOther = name === "with" && feeds.every(({priceFeedId}) => priceFeedId !== Number(value));
    if (name === "feed" || isOther) return feedReason(value);
    if ((name === "step" || name === "candle") && Number(value) > 0)
      return `the ${name} “${value}” is finer than ${formatAge(finest)}, the finest here`;
    const all =
      name === "underlying" ? underlyingsOf(feeds) : Object.keys({range: ranges, tz: zones, ...choices}[name] ?? {});
    const why = all.length > 0 ? `is none of ${all.join(", ")}` : "does not fit";
    return `the ${{tz: "time zone", with: "compared feed"}[name] ?? name} “${value}” ${why}`;
  };
  return {
    element,
    show(picked) {
      const why = picked.dropped.map((dropped) => reasonOf(dropped, picked)).join("; ");
      element.hidden = why === "";
      element.textContent = `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
    }
  };
}

/** The text of a page while the store lacks its data: how to load some, unless it has `updates` without them. */
export function emptyState(missing = "updates", updates = 0): HTMLElement {
  const command = html("code", {}, "npm run load");
  const load = ["Run ", command, " to fill it. In a preview this page then shows them by itself."];
  const title = html("strong", {}, `No ${missing} in the store${updates > 0 ? "" : " yet"}`);
  const known = `None of its ${formatCount(updates)} updates has ${missing}.`;
  return html("div", {class: "fb-empty", role: "status"}, title, html("p", {}, ...(updates > 0 ? [known] : load)));
}
