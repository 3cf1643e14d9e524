// @vitest-environment jsdom
import {expect, it} from "vitest";
import {timeChart} from "../../../src/charts/time.js";
import {formatPrice} from "../../../src/format/format.js";
import {copyExactly, exactText} from "../../../src/ui/elements/exact.js";
import {plainTable} from "../../../src/ui/elements/table.js";
import {find, line, texts} from "../../charts/kit.js";

// What a copy puts on the clipboard; null leaves it to the browser.
function copied(from: Node, until = from): string | null {
  const taken: string[] = [];
  getSelection()?.setBaseAndExtent(from, 0, until, until.childNodes.length || (until.textContent ?? "").length);
  const clipboardData = {setData: (_type: string, text: string) => taken.push(text)};
  from.dispatchEvent(Object.assign(new Event("copy", {bubbles: true}), {clipboardData}));
  return taken[0] ?? null;
}

it("copyExactly(table) copies rows, a row, and a whole number with all digits, and leaves other text alone", () => {
  const rows = [
    ["BTC", exactText("87,498.80", "87,498.80123456"), "a"],
    ["ETH", exactText("3.00", "3.00"), "b"]
  ];
  const table = plainTable("Prices", [{label: "Feed"}, {label: "Price"}, {label: "Note"}], rows);
  document.body.replaceChildren(table);
  copyExactly(table);
  const [body, number] = [find(table, "tbody"), find(table, "[data-exact]")];
  expect(copied(body)).toBe("BTC\t87,498.80123456\ta\nETH\t3.00\tb");
  expect(copied(find(table, "tbody tr"))).toBe("BTC\t87,498.80123456\ta");
  expect(copied(number.firstChild as Node)).toBe("87,498.80123456");
  expect(copied(find(table, "tbody th"))).toBeNull();
  document.body.append("below");
  expect(copied(body, document.body)).toBeNull();
});

it("timeChart(options) reads all digits once the reader wants these, and its table copies them always", () => {
  const formatValue = (value: number, more = 0) => formatPrice(value, more === Infinity ? -8 : {confidence: 22});
  const chart = timeChart({title: "Exact", width: 640, formatValue, series: [line([1.5, 87498.80123456])]});
  document.body.replaceChildren(chart);
  const press = (label: string) =>
    [...chart.querySelectorAll<HTMLElement>(".fb-tools button")].find((one) => one.textContent === label)?.click();
  expect(texts(chart, ".fb-value")).toEqual(["87,498.80"]);
  press("Table");
  expect(copied(find(chart, "tbody"))?.split("\n")[1]).toBe("1970-01-01 00:00:01 UTC\t87,498.80123456");
  press("All digits");
  expect([texts(chart, ".fb-value"), texts(chart, "tbody td")[1]]).toEqual([["87,498.80123456"], "87,498.80123456"]);
  press("Usual digits");
  expect(texts(chart, ".fb-value")).toEqual(["87,498.80"]);
});
