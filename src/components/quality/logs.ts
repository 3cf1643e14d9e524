import {formatAge, formatCount, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {textOf} from "../parts/rows.js";
import {type ListColumn, type ListSort, listTable} from "./list.js";

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
export function loadTable(rows: Iterable<LoadRow>, sort: ListSort = {}): HTMLElement {
  const columns: ListColumn<LoadRow>[] = [
    started(),
    text("command", "Command"),
    {...text("status", "Status"), cell: status},
    {...number("seconds", "Took"), cell: (row) => formatAge(row.seconds)},
    {...number("rows", "Rows"), cell: (row) => formatCount(row.rows)},
    {...number("rejected", "Rejected"), cell: ({rejected}) => warned(rejected)},
    {...number("responses", "Answers"), cell: (row) => formatCount(row.responses)},
    {...number("refused", "Refused", "answers that were no success"), cell: ({refused}) => warned(refused)},
    {...number("latencyP50Ms", "Half within"), cell: (row) => formatMs(row.latencyP50Ms)},
    {...number("latencyP95Ms", "95 % within"), cell: (row) => formatMs(row.latencyP95Ms)},
    text("error", "Error")
  ];
  return listTable(rows, {caption: "Loads", columns, empty: "no loads yet", ...sort});
}

/** One row per change of the fields that endpoints send. */
export function fieldTable(rows: Iterable<FieldRow>, sort: ListSort = {}): HTMLElement {
  const columns: ListColumn<FieldRow>[] = [
    started(),
    text("endpoint", "Endpoint"),
    {...text<FieldRow>("field", "Field"), cell: ({field}) => html("code", {}, field)},
    text("change", "Change"),
    text("was", "Was"),
    text("now", "Is"),
    {
      ...{name: "priceFeedId", label: "As for feed", numeric: true, key: (row) => toNumber(row.priceFeedId)},
      cell: ({priceFeedId}) => String(priceFeedId ?? "–")
    }
  ];
  return listTable(rows, {caption: "Changes of fields", columns, empty: "No field came or went.", ...sort});
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

function warned(count: Quantity): HTMLElement {
  return html("span", {"data-tone": toNumber(count) > 0 ? "warn" : null}, formatCount(count));
}

function started<Row extends {startedAt: Instant}>(): ListColumn<Row> {
  return {
    ...{name: "startedAt", label: "Started", key: (row) => toMs(row.startedAt)},
    cell: (row) => formatUtc(row.startedAt, "second")
  };
}

function text<Row>(name: keyof Row & string, label: string): ListColumn<Row> {
  return {name, label, key: (row) => textOf(row[name]), cell: (row) => textOf(row[name]) ?? "–"};
}

function number(name: keyof LoadRow & string, label: string, hint?: string): Omit<ListColumn<LoadRow>, "cell"> {
  return {name, label, numeric: true, key: (row) => toNumber(row[name]), ...(hint === undefined ? {} : {hint})};
}
