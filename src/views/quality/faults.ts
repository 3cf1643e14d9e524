import {formatCount, formatUtc, type Instant, type Quantity, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {short} from "../../ui/elements/names.js";

/** A row of `fault_examples`: an example of a fault, and the number of its kind and reason. */
interface FaultRow {
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
