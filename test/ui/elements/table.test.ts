// @vitest-environment jsdom
import {expect, it} from "vitest";
import {html} from "../../../src/ui/elements/dom.js";
import {plainTable} from "../../../src/ui/elements/table.js";
import {attributes, rowsOf, texts} from "../../charts/kit.js";

const heads = [{label: "Name"}, {label: "", class: "fb-wide"}, {label: "Size", class: "fb-number"}];

it("plainTable(caption, heads, rows) has roles that no CSS takes, headers of columns and rows, and texts as text", () => {
  const table = plainTable("Things", heads, [
    ["<b>a", "x", "1"],
    ["b", html("td", {colspan: 2}, "all")]
  ]);
  expect(rowsOf(table, "tr")).toEqual(["Name |  | Size", "<b>a | x | 1", "b | all"]);
  expect(texts(table, "th[scope=col][role=columnheader], th[scope=row][role=rowheader]")).toEqual([
    ...["Name", "Size", "<b>a", "b"]
  ]);
  expect(attributes(table, "tbody tr:first-child > *", "class")).toEqual([null, "fb-wide", "fb-number"]);
  expect(table.querySelectorAll("[role=rowgroup] > [role=row]")).toHaveLength(3);
});
