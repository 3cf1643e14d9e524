// @vitest-environment jsdom
import {beforeEach, expect, it} from "vitest";

beforeEach(async () => {
  document.body.innerHTML = "<main><div><!--:00000001:--></div><p>a <!--:00000002:--> b <!--:00000003:--></p></main>";
  const {keepResults} = await import("../../../src/duckdb/sql/errors.js");
  keepResults();
});

const main = () => document.querySelector("main") ?? document.body;
const last = () => Array.from(document.querySelectorAll(".fb-last"), ({textContent}) => textContent);
const errors = () => Array.from(document.querySelectorAll(".observablehq--error"), ({textContent}) => textContent);

// Framework shows a node before a cell's comment, in place of the node before.
async function show(place: string, text: string, isError = false): Promise<void> {
  for (const old of document.querySelectorAll(`:not(.fb-last) > [id="${place}"]`)) old.remove();
  const comments = document.createNodeIterator(main(), NodeFilter.SHOW_COMMENT);
  let comment = comments.nextNode();
  while (comment?.nodeValue !== `:${place}:`) comment = comments.nextNode();
  const node = Object.assign(document.createElement("i"), {id: place, textContent: text});
  if (isError) node.className = "observablehq--error";
  comment.parentNode?.insertBefore(node, comment);
  await new Promise((resolve) => setTimeout(resolve));
}

it("keepResults() keeps each cell's last result below its error until it has a new one", async () => {
  await show("00000002", "two");
  await show("00000003", "three");
  await show("00000003", "no", true);
  expect([last(), errors()]).toEqual([["three"], ["no"]]);
  await show("00000002", "never", true);
  expect([last(), errors()]).toEqual([
    ["two", "three"],
    ["never", "no"]
  ]);
  await show("00000003", "again no", true);
  expect([last(), errors()]).toEqual([
    ["two", "three"],
    ["never", "again no"]
  ]);
  await show("00000003", "3");
  expect([last(), errors()]).toEqual([["two"], ["never"]]);
});
