import {
  formatAge,
  formatCount,
  formatHours,
  formatPrice,
  formatRate,
  formatUtc,
  type Instant,
  type Quantity,
  toNumber
} from "../../format/format.js";
import {sessionBadge, sessionName, shortened} from "../../ui/elements/names.js";
import {factList} from "../../ui/elements/stats.js";
import {type Head, plainTable, tableBox} from "../../ui/elements/table.js";
import {type About, isRate} from "./about.js";

/** The last update of a feed by field: the human value, and the value sent, a mantissa with its exponent. */
export function feedValues(feed: About | undefined): HTMLElement {
  const rows = feed === undefined ? [] : rowsOf(feed);
  const heads = [{label: "Field"}, {label: "Value", class: "fb-number"}, {label: "As sent", class: "fb-number"}];
  return factTable("Last update", heads, rows);
}

// A larger mantissa may change when it is divided and multiplied by the same power of ten.
const mostExact = 2 ** 51;

/** A human value as it was sent: `807 × 10⁻²` for 8.07 at −2; `≈` if a double may not hold the mantissa exactly. */
export function sentAs(value: Quantity, exponent: Quantity): string {
  const scale = toNumber(exponent);
  const mantissa = Math.round(toNumber(value) * 10 ** -scale);
  if (!Number.isFinite(mantissa)) return "–";
  const isExact = Math.abs(mantissa) <= mostExact;
  const digits = (isExact ? String(mantissa) : rounded(mantissa)).replace("-", "−");
  return `${isExact ? "" : "≈ "}${digits} × 10${superscript(scale)}`;
}

function rowsOf(feed: About): string[][] {
  const {exponent} = feed;
  const scaled = (label: string, value: Quantity, text = formatPrice(value, exponent)): string[] => [
    label,
    text,
    sentAs(value, exponent)
  ];
  const values = isRate(feed)
    ? [
        scaled("Funding rate, per interval", feed.rate, formatRate(feed.rate)),
        scaled("Mark price", feed.price),
        ["Funding instant", formatUtc(feed.fundingTimestamp), ""],
        ["Rate published", formatUtc(feed.ratedAt), ""]
      ]
    : [
        scaled("Price", feed.price),
        scaled("Best bid", feed.bid),
        scaled("Best ask", feed.ask),
        scaled("Confidence", feed.confidence),
        scaled("EMA", feed.ema),
        scaled("EMA confidence", feed.emaConfidence)
      ];
  return [
    ...values,
    ["Publishers", formatCount(feed.publisherCount), ""],
    ["Session", feed.marketSession ? sessionName(feed.marketSession) : "–", ""],
    ["Published", formatUtc(feed.publishedAt), ""],
    ["Feed’s own update", formatUtc(feed.feedUpdateTimestamp), ""]
  ];
}

// The 16 digits that a double holds, padded with zeros.
function rounded(mantissa: number): string {
  const [digits = "", power = ""] = mantissa.toExponential(15).split("e");
  return digits.replace(".", "") + "0".repeat(Math.max(0, Number(power) - 15));
}

function superscript(number: number): string {
  return String(number).replace(/[-\d]/g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)] ?? sign);
}

/** A feed's catalogue entry and its updates in the store, as a description list. */
export function feedCatalogue(feed: About | undefined): HTMLElement {
  const facts = feed === undefined ? [] : factsOf(feed).filter(([, text]) => text !== null);
  return factList(facts.map(([name, text]) => [name, shortened(text ?? "")]));
}

function factsOf(feed: About): [string, string | null][] {
  const hours = toNumber(feed.fundingIntervalHours);
  return [
    ["Symbol", feed.symbol ?? "not in the catalogue"],
    ["Name", feed.name ?? "–"],
    ["Feed id", String(feed.priceFeedId)],
    ["Class", feed.assetType ?? "–"],
    ["Exponent", Number.isNaN(toNumber(feed.exponent)) ? "–" : String(feed.exponent).replace("-", "−")],
    ["Fastest channel", feed.minChannel ?? "–"],
    ["State", feed.state ?? "–"],
    ["Funding interval", Number.isNaN(hours) ? null : formatHours(hours)],
    ["Updates in the store", formatCount(feed.updates)],
    ["First", formatUtc(feed.firstPublishedAt, "second")],
    ["Last", formatUtc(feed.lastPublishedAt, "second")]
  ];
}

/** A time range of one session, `seconds` long. */
export interface SessionRow {
  marketSession: string | null;
  startedAt: Instant;
  endedAt: Instant;
  seconds: Quantity;
  updates: Quantity;
}

/** The sessions of a feed as a table, a time range per row. */
export function feedSessions(rows: Iterable<SessionRow>): HTMLElement {
  const heads = [
    ...[{label: "Session"}, {label: "From"}, {label: "Until"}],
    ...[
      {label: "Length", class: "fb-number"},
      {label: "Updates", class: "fb-number"}
    ]
  ];
  const cells = Array.from(rows, ({marketSession, startedAt, endedAt, seconds, updates}) => [
    ...[sessionBadge(marketSession), formatUtc(startedAt, "minute"), formatUtc(endedAt, "minute")],
    ...[formatAge(seconds), formatCount(updates)]
  ]);
  return factTable("Sessions", heads, cells);
}

/** When a session opens and closes next; null: it is open now, or does not close. */
export interface HoursRow {
  marketSession: string;
  opensAt: Instant | null;
  closesAt: Instant | null;
}

/** The next hours of a feed as a table. */
export function feedHours(rows: Iterable<HoursRow>): HTMLElement {
  const cells = Array.from(rows, ({marketSession, opensAt, closesAt}) => [
    ...[sessionBadge(marketSession), opensAt === null ? "now" : formatUtc(opensAt, "minute")],
    closesAt === null ? "–" : formatUtc(closesAt, "minute")
  ]);
  if (cells.length === 0) cells.push(["no schedule", "–", "–"]);
  return factTable("Next hours", [{label: "Session"}, {label: "Opens"}, {label: "Closes"}], cells);
}

function factTable(caption: string, heads: readonly Head[], rows: (Node | string)[][]): HTMLElement {
  return tableBox(caption, plainTable(caption, heads, rows));
}
