// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {copyable} from "../../../src/ui/elements/copyable.js";
import {cutMiddle, html, svg} from "../../../src/ui/elements/dom.js";
import {sparkline} from "../../../src/ui/elements/sparkline.js";
import {statRow, toneOf} from "../../../src/ui/elements/stats.js";
import {plainTable} from "../../../src/ui/elements/table.js";
import {attributes, find, rowsOf, texts, textsByTerm} from "../../charts/kit.js";

const hostile = "<img src=x onerror=alert(1)>";

it("html(tag, attributes, ...children) and svg(…) keep text as text, and leave out null and undefined", () => {
  const element = html("p", {title: hostile}, hostile);
  expect([element.textContent, element.title, element.childElementCount]).toEqual([hostile, hostile, 0]);
  expect(html("p", {}, null, "a", undefined, html("b")).childNodes).toHaveLength(2);
  const circle = svg("circle", {cx: 1.23456, r: 2}, svg("title", {}, hostile));
  expect(circle.namespaceURI).toBe("http://www.w3.org/2000/svg");
  expect([circle.getAttribute("cx"), circle.textContent]).toEqual(["1.23", hostile]);
});

it.each([
  ["AAPL/USD", 8, "AAPL/USD"],
  ["Equity.US.AAPL/USD", 16, "…US.AAPL/USD"],
  ["FundingRate.Binance.DOGE/USDT", 14, "Bina…DOGE/USDT"],
  ["FundingRate.Bybit.DOGE/USDT", 14, "Bybi…DOGE/USDT"],
  ["FundingRate.Bybit.DOGE/USDT", 8, "By…/USDT"],
  ["update timestamp", 12, "upd…imestamp"],
  ["x".repeat(150), 9, "xx…xxxxxx"],
  ["ab", 1, "…"]
])("cutMiddle(%j, %i) is %j", (text, most, cut) => expect(cutMiddle(text, most)).toBe(cut));

it("copyable(text) selects the text if the browser denies the clipboard", async () => {
  const button = find(document.body.appendChild(copyable("FROM feeds")), "button");
  button.click();
  await vi.waitFor(() => expect(button.textContent).toBe("Selected"));
  expect(getSelection()?.toString()).toBe("FROM feeds");
});

it("sparkline(values) draws gaps, and a dot at the last value", () => {
  const drawn = sparkline([3, 5, 4, null, 6, 7n, NaN, 2, 3]);
  expect(attributes(drawn, "path", "d")).toEqual([expect.stringMatching(/^M[^M]*L[^M]*M[^M]*L[^M]*M[^M]*L/)]);
  expect(attributes(drawn, "circle", "cy")).toEqual(["17.4"]);
  expect(drawn.getAttribute("aria-hidden")).toBe("true");
});

it("statRow(items) lists labels, values and details with their tone, and text as text", () => {
  const newest = {label: "Newest", value: html("b", {}, "12 s"), detail: "now"};
  const row = statRow(new Set([{label: "<i>", value: "<i>", tone: "warn" as const}, newest]));
  expect(textsByTerm(row)).toEqual({"<i>": "<i>", Newest: "12 s | now"});
  expect(find(row, "[data-tone=warn]").textContent).toBe("<i>");
  expect([0.01, -0.01, 0, null, NaN].map(toneOf)).toEqual(["positive", "negative", ...Array(3)]);
});

it("plainTable(caption, heads, rows) has explicit roles, headers of columns and rows, and text as text", () => {
  const heads = [{label: "Name"}, {label: "", class: "fb-wide"}, {label: "Size", class: "fb-number"}];
  const table = plainTable("Things", heads, [
    ["<b>a", "x", "1"],
    ["b", html("i", {}, "y"), "2"]
  ]);
  expect(rowsOf(table, "tr")).toEqual(["Name |  | Size", "<b>a | x | 1", "b | y | 2"]);
  expect(texts(table, "th[scope=col][role=columnheader], th[scope=row][role=rowheader]")).toEqual([
    ...["Name", "Size", "<b>a", "b"]
  ]);
  expect(attributes(table, "tbody tr:first-child > *", "class")).toEqual([null, "fb-wide", "fb-number"]);
  expect(table.querySelectorAll("[role=rowgroup] > [role=row]")).toHaveLength(3);
});
