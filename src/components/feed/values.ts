import {formatCount, formatPrice, formatRate, formatUtc, type Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {sessionName} from "../parts/session.js";
import {type About, isRate} from "./about.js";

/** The last update of a feed field by field: the human value, and what it came as, a mantissa with its exponent. */
export function feedValues(feed: About | undefined): HTMLElement {
  const rows = feed === undefined ? [] : rowsOf(feed);
  const head = ["Field", "Value", "As sent"].map((label, i) =>
    html("th", {scope: "col", class: i > 0 ? "fb-number" : null}, label)
  );
  return html(
    "table",
    {class: "fb-facts"},
    html("caption", {class: "fb-unseen"}, "Last update"),
    html("thead", {}, html("tr", {}, ...head)),
    html("tbody", {}, ...rows.map(row))
  );
}

// Beyond it a mantissa divided by a power of ten and multiplied by it again may come back as its neighbour.
const mostExact = 2 ** 51;

/** What a human value came as: `807 × 10⁻²` for 8.07 at −2; `≈` stands before a mantissa that a double may not hold exactly. */
export function sentAs(value: Quantity, exponent: Quantity): string {
  const scale = toNumber(exponent);
  const mantissa = Math.round(toNumber(value) * 10 ** -scale);
  if (!Number.isFinite(mantissa)) return "–";
  const isExact = Math.abs(mantissa) <= mostExact;
  const digits = (isExact ? String(mantissa) : rounded(mantissa)).replace("-", "−");
  return `${isExact ? "" : "≈ "}${digits} × 10${superscript(scale)}`;
}

type Cells = [label: string, value: string, sent?: string];

function rowsOf(feed: About): Cells[] {
  const {exponent} = feed;
  const scaled = (label: string, value: Quantity, text = formatPrice(value, exponent)): Cells => [
    label,
    text,
    sentAs(value, exponent)
  ];
  const values: Cells[] = isRate(feed)
    ? [
        scaled("Funding rate, per interval", feed.rate, formatRate(feed.rate)),
        scaled("Mark price", feed.price),
        ["Funding instant", formatUtc(feed.fundingTimestamp)],
        ["Rate published", formatUtc(feed.ratedAt)]
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
    ["Publishers", formatCount(feed.publisherCount)],
    ["Session", feed.marketSession ? sessionName(feed.marketSession) : "–"],
    ["Published", formatUtc(feed.publishedAt)],
    ["Feed’s own update", formatUtc(feed.feedUpdateTimestamp)]
  ];
}

function row([label, value, sent]: Cells): HTMLElement {
  const cells =
    sent === undefined
      ? [html("td", {class: "fb-number", colspan: 2}, value)]
      : [html("td", {class: "fb-number"}, value), html("td", {class: "fb-number"}, sent)];
  return html("tr", {}, html("th", {scope: "row"}, label), ...cells);
}

// The 16 digits that a double holds, and zeros.
function rounded(mantissa: number): string {
  const [digits = "", power = ""] = mantissa.toExponential(15).split("e");
  return digits.replace(".", "") + "0".repeat(Math.max(0, Number(power) - 15));
}

function superscript(number: number): string {
  return String(number).replace(/[-\d]/g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)] ?? sign);
}
