import {group} from "d3-array";
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

const longest = 300; // characters of an example

/** Faults by kind and reason, the most frequent first. Each opens to its newest examples. */
export function faultList(rows: Iterable<FaultRow>): HTMLElement {
  const faults = [...group(rows, ({kind, reason}) => `${kind === "coerced" ? "nulled" : kind}: ${reason}`)];
  if (faults.length === 0)
    return html("p", {class: "fb-list-empty"}, "No entry was rejected, and no value became null.");
  return html("div", {class: "fb-faults"}, ...faults.map(([name, examples]) => fault(name, examples)));
}

function fault(name: string, examples: FaultRow[]): HTMLElement {
  const {total, firstReceivedAt, lastReceivedAt} = examples[0] ?? {};
  const [from, until] = [firstReceivedAt, lastReceivedAt].map((at) => formatUtc(at, "minute"));
  const when = from === until ? from : `${from} – ${until}`;
  const items = examples
    .toSorted((a, b) => toNumber(a.number) - toNumber(b.number))
    .map((row) =>
      html("li", {}, row.example ? html("code", {}, cut(row.example)) : null, html("small", {}, origin(row)))
    );
  return html(
    "details",
    {},
    html("summary", {}, html("b", {}, formatCount(total)), html("span", {}, name), html("small", {}, when)),
    html("ul", {}, ...items)
  );
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
