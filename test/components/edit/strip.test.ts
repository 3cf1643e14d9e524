import {expect, it} from "vitest";
import {blocksOf} from "../../../loaders/edit/blocks.js";
import {nameOf} from "../../../src/components/edit/strip.js";

it.each([
  ["## Gaps by weekday\n", "Gaps by weekday"],
  ["The **answer**:\nMore", "The **answer**:"],
  ["**Caveat.** All is simulated.", "Caveat. All is simulated."],
  ["- one\n- two", "one"],
  ["words ".repeat(30), `${"words ".repeat(13).trim()}…`],
  ["---", "Text"],
  ["```sql id=rows\nFROM feeds\n```", "SQL id=rows"],
  ["```js\ndisplay(1);\n```", "JavaScript display(1);"]
])("nameOf(page, number) of %j is %j", (text, name) => {
  expect(nameOf({text, blocks: blocksOf(text)}, 0)).toBe(name);
});
