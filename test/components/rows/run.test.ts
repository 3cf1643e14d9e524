// @vitest-environment jsdom
import {expect, it} from "vitest";
import {resultOf, saveRows} from "../../../src/components/rows/run.js";
import {texts} from "../kit.js";

it("resultOf(rows) has the rows as a table, or plainly why there are none", async () => {
  expect(texts(await resultOf(Promise.resolve([{a: "<b>"}])), "tbody th")).toEqual(["<b>"]);
  const failed = await resultOf(Promise.reject(new Error("Catalog Error: <no> such table")));
  expect([failed.getAttribute("role"), failed.textContent]).toEqual(["alert", "Catalog Error: <no> such table"]);
});

it("saveRows(name, rows) says why nothing is saved", async () => {
  expect((await saveRows("feeds", Promise.reject(new Error("cancelled"))))?.textContent).toBe("cancelled");
});
