import {formatAge, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {type Column, number, text, warned} from "../table/columns.js";
import {listTable, type SortState} from "../table/table.js";

/** A run of a loader, as in `load_log`; latencies in ms. */
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

/** A change of the fields that an endpoint sends, as in `field_changes`. */
export interface FieldRow {
  startedAt: Instant;
  endpoint: string;
  field: string;
  change: string;
  was?: string | null;
  now?: string | null;
  priceFeedId?: number | bigint | null;
}

/** One row per load: what it brought, how long it took, and how it ended. */
export function loadTable(rows: Iterable<LoadRow>, state: SortState = {}): HTMLElement {
  const columns: Column<LoadRow>[] = [
    started(),
    text("command", "Command"),
    {...text<LoadRow>("status", "Status"), cell: status},
    number("seconds", "Took", {format: formatAge}),
    number("rows", "Rows"),
    number("rejected", "Rejected", {format: warned}),
    number("responses", "Answers"),
    number("refused", "Refused", {hint: "answers that were no success", format: warned}),
    number("latencyP50Ms", "Half within", {format: formatMs}),
    number("latencyP95Ms", "95 % within", {format: formatMs}),
    text("error", "Error")
  ];
  return listTable(rows, {label: "Loads", columns, empty: "no loads yet", ...state});
}

/** One row per change of the fields that endpoints send. */
export function fieldTable(rows: Iterable<FieldRow>, state: SortState = {}): HTMLElement {
  const columns: Column<FieldRow>[] = [
    started(),
    text("endpoint", "Endpoint"),
    {...text<FieldRow>("field", "Field"), cell: ({field}) => html("code", {}, field)},
    text("change", "Change"),
    text("was", "Was"),
    text("now", "Is"),
    {...number<FieldRow>("priceFeedId", "As for feed"), cell: ({priceFeedId}) => String(priceFeedId ?? "–")}
  ];
  return listTable(rows, {label: "Changes of fields", columns, empty: "No field came or went.", ...state});
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

function started<Row extends {startedAt: Instant}>(): Column<Row> {
  return {
    ...{name: "startedAt", label: "Started", key: (row) => toMs(row.startedAt)},
    cell: (row) => formatUtc(row.startedAt, "second")
  };
}
