import type {Annotations} from "../../charts/model.js";
import {timeChart} from "../../charts/rows/time-chart.js";
import {withWhole} from "../../charts/shell.js";
import type {Row} from "../../duckdb/values/rows.js";
import {writeNumber} from "../../format/digits.js";
import {
  formatAge,
  formatBps,
  formatPercent,
  formatUtc,
  type Instant,
  missing,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {command, instantText} from "../../format/load-command.js";
import {copyable} from "../../ui/elements/copyable.js";
import {html} from "../../ui/elements/dom.js";
import {feedLabel, hasWords} from "../../ui/elements/names.js";
import {type Column, text} from "../../ui/tables/columns.js";
import {type Search, searchedTable} from "../../ui/tables/search.js";
import type {SortState} from "../../ui/tables/table.js";
import {pageLink} from "../../url/page-link.js";
import type {Kept} from "../../url/state.js";

/** A row of `events`, with its feed's symbol. */
export interface EventRow extends Row {
  eventId: string;
  rule: string;
  kind: string;
  severity: string;
  priceFeedId: number | bigint;
  symbol: string | null;
  startedAt: Instant;
  endedAt: Instant | null;
  worst: Quantity;
  limit: Quantity;
  unit: string;
  windowSeconds: Quantity;
  publishedAt: Instant | null;
}

/** All events in the order of their rows, to be searched; each links to its chart on the page of events. `chosen` has its chart there now. */
export function eventTable(
  rows: Iterable<EventRow>,
  {chosen, ...state}: Required<SortState> & {found: Kept<Search>; chosen?: EventRow | null}
): HTMLElement {
  const columns: Column<EventRow>[] = [
    {
      ...text<EventRow>("rule", "Rule"),
      cell: ({eventId, rule}) => {
        const href = pageLink(`./events?event=${encodeURIComponent(eventId)}`);
        return html("a", {href, "aria-current": eventId === chosen?.eventId ? "true" : null}, rule);
      }
    },
    {...text<EventRow>("symbol", "Feed"), cell: (event) => brief(feedLabel(event), /^(\w+\.)(.*)$/s)},
    {
      ...text<EventRow>("severity", "Severity"),
      cell: ({severity}) => (severity === "critical" ? html("strong", {}, severity) : severity)
    },
    {
      ...text<EventRow>("startedAt", "Since"),
      key: ({startedAt}) => toMs(startedAt),
      cell: ({startedAt}) => brief(formatUtc(startedAt, "second"), /^(.{5})(.{11})(.*)$/)
    },
    {name: "seconds", label: "Lasted", numeric: true, key: lengthOf, cell: lasted},
    figures("worst", "Worst"),
    figures("limit", "Limit")
  ];
  return searchedTable(rows, {
    ...{label: "Events", columns, rows: "events", most: 1000, empty: "no events", ...state},
    isFound: (event, search) => hasWords(`${event.rule} ${feedLabel(event)} ${event.severity} ${lasted(event)}`, search)
  });
}

// A phone shows the middle alone: neither the class of a feed, nor the year and the seconds.
function brief(text: string, parts: RegExp): HTMLElement {
  const [, before = "", middle = text, after = ""] = parts.exec(text) ?? [];
  const [start, end] = [before, after].map((part) => html("span", {class: "fb-wide"}, part));
  return html("span", {}, start, middle, end);
}

function figures(name: "worst" | "limit", label: string): Column<EventRow> {
  return {name, label, numeric: true, key: (row) => toNumber(row[name]), cell: (row) => figure(row[name], row.unit)};
}

function lengthOf({startedAt, endedAt}: EventRow): number {
  return endedAt === null ? Infinity : (toMs(endedAt) - toMs(startedAt)) / 1000;
}

function lasted(event: EventRow): string {
  const seconds = lengthOf(event);
  return seconds === Infinity ? "open" : formatAge(seconds);
}

function figure(value: Quantity, unit: string): string {
  const number = toNumber(value);
  if (Number.isNaN(number)) return missing;
  if (unit === "s") return formatAge(number);
  if (unit === "bps") return formatBps(number);
  return unit === "per year" ? `${formatPercent(number)} APR` : `${writeNumber(Number(number.toPrecision(4)))} ${unit}`;
}

/** The event of an id, or else the first, the worst one; null without events. */
export function chosenEvent(events: Iterable<EventRow>, id: string | undefined): EventRow | null {
  const all = [...events];
  return all.find(({eventId}) => eventId === id) ?? all[0] ?? null;
}

const bars = new Set(["deviates", "jump", "stalled"]);
const updates = new Set(["stale", "spread", "confidence", "publishers", "rate", "crossed"]);

/**
 * The query of the values that an event's rule judged (`publishedAt`, `value`), from half an hour before it, or as long as it
 * lasted, to as long after. A gap has no value: its query counts the updates of each minute.
 */
export function valuesQuery(event: EventRow | null, lastAt: Instant): string {
  if (event === null) return "SELECT NULL::TIMESTAMP AS publishedAt, NULL::DOUBLE AS value LIMIT 0";
  const {kind, priceFeedId, startedAt, endedAt, windowSeconds} = event;
  const [from, until] = [toMs(startedAt), toMs(endedAt ?? lastAt)];
  const aside = Math.max(1_800_000, until - from);
  const source =
    updates.has(kind) || bars.has(kind)
      ? `FROM ${kind}_values(${kind === "stalled" ? `windowSeconds := ${toNumber(windowSeconds)}` : ""})`
      : "FROM (SELECT priceFeedId, startedAt AS publishedAt, updates::DOUBLE AS value FROM bars_1m)";
  return `SELECT publishedAt, value ${source}
WHERE priceFeedId = ${priceFeedId}
  AND publishedAt BETWEEN '${instantText(from - aside)}' AND '${instantText(until + aside)}'
ORDER BY publishedAt`;
}

const scales: Readonly<Record<string, object>> = {
  ...{bps: {format: "bps"}, s: {format: "age"}},
  "per year": {format: "percent", unit: "% APR"}
};

/** The chart of the values that an event's rule judged, with its limit and its time. */
export function eventChart(rows: Iterable<Row>, event: EventRow | null, lastAt: Instant): HTMLElement {
  return withWhole(timeChart([...rows], eventLook(event, lastAt)), event === null ? "" : feedLabel(event));
}

function eventLook(event: EventRow | null, lastAt: Instant): object {
  if (event === null) return {title: "Values", overview: false};
  const {rule, limit, unit, kind} = event;
  const isJudged = bars.has(kind) || updates.has(kind);
  return {
    ...{
      title: `${feedLabel(event)} ${rule}`,
      overview: false,
      zero: true, // so that the limit is in sight
      ...(isJudged ? (scales[unit] ?? {unit}) : {unit: "updates a minute"}),
      height: 240
    },
    levels:
      isJudged && !Number.isNaN(toNumber(limit))
        ? [{value: toNumber(limit), text: `limit ${figure(limit, unit)}`}]
        : [],
    ...marksOf([event], {last: lastAt}),
    empty: "The raw updates of this time are not in this site’s file. The store has them."
  };
}

/**
 * Rows of `marks_of` on a chart over time: events as spans, each with the command that shows the update that began it, and splits
 * as notes. Events of several feeds have the name of theirs.
 */
export function marksOf(
  rows: Iterable<EventRow>,
  {last, feeds}: {last: Instant; feeds?: readonly unknown[] | null}
): Required<Pick<Annotations, "spans" | "notes">> {
  const all = [...rows];
  const splits = all.filter(({kind}) => kind === "split");
  const notes = splits.map(({startedAt, worst}) => ({at: startedAt, text: `split, ${toNumber(worst)} for 1`}));
  const spans = all.flatMap((event) => {
    const {kind, rule, startedAt, endedAt, worst, unit} = event;
    if (kind === "split") return [];
    const name = (feeds?.length ?? 0) > 1 ? `${feedLabel(event).replace(/^\w+\./, "")} ` : ""; // without its class
    return {
      from: instantText(toMs(startedAt)),
      until: instantText(Math.max(toMs(endedAt ?? last), toMs(startedAt) + 1)),
      text: `${name}${rule}, worst ${figure(worst, unit)}${endedAt === null ? ", open" : ""}`,
      command: showCommand(event)
    };
  });
  return {spans, notes};
}

function showCommand({priceFeedId, publishedAt, startedAt}: EventRow): string {
  return command("show", "--feed", [priceFeedId], "--at", instantText(Math.ceil(toMs(publishedAt ?? startedAt))));
}

/** What an event is, and the command that shows the update that began it, its response and its bytes. */
export function eventFacts(event: EventRow | null): HTMLElement {
  if (event === null) return noEvents();
  const {severity, rule, startedAt, endedAt, worst, limit, unit} = event;
  const since = `since ${formatUtc(startedAt, "second")}`;
  const time = endedAt === null ? `open ${since}` : `${since}, for ${lasted(event)}`;
  const what = `${rule} of ${feedLabel(event)}, ${severity}, ${time}: worst ${figure(worst, unit)}, limit ${figure(limit, unit)}.`;
  const note = " The response that began it and its bytes are only in the store:";
  return html("div", {}, html("p", {}, what, note), copyable(showCommand(event), "Command"));
}

// The page then shows nothing else.
function noEvents(): HTMLElement {
  const why = "No feed breaks a rule, and none did. A site published from a cluster has no events.";
  return html("div", {class: "fb-empty", role: "status"}, html("strong", {}, "No events"), html("p", {}, why));
}
