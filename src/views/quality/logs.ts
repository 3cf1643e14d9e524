import {
  formatAge,
  formatCount,
  formatPercent,
  formatUtc,
  type Instant,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {short} from "../../ui/elements/names.js";
import {type Column, number, text, warned} from "../../ui/tables/columns.js";
import {listTable, type SortState} from "../../ui/tables/table.js";

/** A row of `load_log`: a run of a loader, latencies in ms. */
export interface LoadRow {
  command: string;
  startedAt: Instant;
  seconds?: Quantity;
  status: string;
  rows: Quantity;
  rejected?: Quantity;
  responses?: Quantity;
  refused?: Quantity;
  latencyP50Ms?: Quantity;
  latencyP95Ms?: Quantity;
  error?: string | null;
}

/** A row of `field_changes`: a day on which a field changed. */
export interface FieldRow {
  startedAt: Instant;
  field: string;
  change: string;
  shareBefore?: Quantity;
  share?: Quantity;
  coercions?: Quantity;
  priceFeedId?: number | bigint | null;
}

/** One row per load: its rows, duration and outcome. */
export function loadTable(rows: Iterable<LoadRow>, state: SortState = {}): HTMLElement {
  const columns: Column<LoadRow>[] = [
    started(),
    text("command", "Command"),
    {...text<LoadRow>("status", "Status"), cell: status},
    number("seconds", "Took", {format: formatAge}),
    number("rows", "Rows"),
    number("rejected", "Rejected", {format: warned}),
    number("responses", "Responses"),
    number("refused", "Refused", {hint: "responses with an error status", format: warned}),
    number("latencyP50Ms", "Half within", {format: formatMs}),
    number("latencyP95Ms", "95 % within", {format: formatMs}),
    text("error", "Error")
  ];
  return listTable(rows, {label: "Loads", columns, empty: "no loads yet", ...state});
}

/** One row per field and day on which it changed. */
export function fieldTable(rows: Iterable<FieldRow>, state: SortState = {}): HTMLElement {
  const columns: Column<FieldRow>[] = [
    started("day"),
    {...text<FieldRow>("field", "Field"), cell: ({field}) => html("code", {}, field)},
    text("change", "Change"),
    number("shareBefore", "Before", {
      hint: "updates that had it on the day before",
      format: (share) => formatPercent(share)
    }),
    number("share", "Since", {hint: "updates that had it on the day", format: (share) => formatPercent(share)}),
    number("coercions", "Nulled", {hint: "values that could not take their column’s type", format: warned}),
    {...number<FieldRow>("priceFeedId", "Example feed"), cell: ({priceFeedId}) => String(priceFeedId ?? "–")}
  ];
  return listTable(rows, {label: "Changes of fields", columns, empty: "No field appeared or disappeared.", ...state});
}

/** A time in ms with three significant digits, above a second in seconds: `3.6 ms`, `1.2 s`. */
export function formatMs(value: Quantity): string {
  const ms = toNumber(value);
  if (Number.isNaN(ms)) return "–";
  return Math.abs(ms) < 1000 ? `${Number(ms.toPrecision(3))} ms` : formatAge(ms / 1000);
}

function status({status, error}: LoadRow): HTMLElement {
  const tone = status === "failed" || status === "interrupted" ? "negative" : null;
  return html("span", {"data-tone": tone, title: error}, status);
}

function started<Row extends {startedAt: Instant}>(precision: "second" | "day" = "second"): Column<Row> {
  return {
    ...{name: "startedAt", label: precision === "day" ? "Day" : "Started", key: (row) => toMs(row.startedAt)},
    cell: (row) => formatUtc(row.startedAt, precision)
  };
}

/** A row of `fault_examples`: an example of a fault, and the number of its kind and reason. */
export interface FaultRow {
  kind: string;
  reason: string;
  total: Quantity;
  firstReceivedAt?: Instant | null;
  lastReceivedAt?: Instant | null;
  number: Quantity;
  receivedAt?: Instant | null;
  endpoint?: string | null;
  priceFeedId?: number | bigint | null;
  symbol?: string | null;
  /** As received: text, never markup. */
  example?: string | null;
}

const kinds: Readonly<Record<string, {title: string; note: string}>> = {
  rejected: {title: "Rejected entries", note: "could not become a row"},
  coerced: {
    title: "Nulled values",
    note: "could not take their column’s type; publishedAt becomes the time of receipt"
  },
  failed: {title: "Failed bodies", note: "should contain an update"},
  assumed: {title: "Assumed values", note: "are missing: the catalogue’s values are used"},
  unusable: {title: "Unusable values", note: "are missing or absurd, so other values are null"}
};
const longest = 300; // characters of an example

/** Faults by kind and reason, the most frequent first. Each opens to its newest examples. */
export function faultList(rows: Iterable<FaultRow>): HTMLElement {
  const all = [...rows];
  if (all.length === 0) return html("p", {class: "fb-list-empty"}, "No entry was rejected, and no value became null.");
  const sections = [...new Set([...Object.keys(kinds), ...all.map(({kind}) => kind)])]
    .map((kind) => ({kind, own: all.filter((row) => row.kind === kind)}))
    .filter(({own}) => own.length > 0);
  return html("div", {class: "fb-faults"}, ...sections.map(({kind, own}) => section(kind, own)));
}

function section(kind: string, rows: FaultRow[]): HTMLElement {
  const {title, note} = kinds[kind] ?? {title: kind, note: ""};
  const reasons = [...new Set(rows.map(({reason}) => reason))];
  const entries = reasons.map((reason) => fault(rows.filter((row) => row.reason === reason)));
  return html("section", {}, html("h3", {}, title, html("small", {}, ` ${note}`)), ...entries);
}

function fault(examples: FaultRow[]): HTMLElement {
  const [first] = examples;
  if (first === undefined) return html("div");
  const {reason, total, firstReceivedAt, lastReceivedAt} = first;
  const [from, until] = [firstReceivedAt, lastReceivedAt].map((at) => formatUtc(at, "minute"));
  const when = from === until ? from : `${from} – ${until}`;
  const items = examples
    .toSorted((a, b) => toNumber(a.number) - toNumber(b.number))
    .map((row) => html("li", {}, ...exampleOf(row), html("small", {}, origin(row))));
  return html(
    "details",
    {},
    html("summary", {}, html("b", {}, formatCount(total)), html("span", {}, reason), html("small", {}, when)),
    html("ul", {}, ...items)
  );
}

function exampleOf({example}: FaultRow): HTMLElement[] {
  return example === null || example === undefined ? [] : [html("code", {}, cut(example))];
}

function origin({receivedAt, endpoint, priceFeedId, symbol}: FaultRow): string {
  const feed = short(
    symbol ?? (priceFeedId === null || priceFeedId === undefined ? "feed unknown" : `feed ${priceFeedId}`)
  );
  return [feed, endpoint, formatUtc(receivedAt, "second")].filter(Boolean).join(", ");
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
