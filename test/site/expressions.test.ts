import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {expect, it} from "vitest";
import {showInvalid} from "../../loaders/site/expressions.js";

it.each([
  ["{timeChart(prices})} and more", "{timeChart(prices}</span>)} and more"],
  ["{a <}", "{a &#60;}</span>"]
])("showInvalid(md) shows of $%s what is no expression", (source, shown) => {
  const md = createMarkdownIt({markdownIt: showInvalid});
  expect(md.render(`$${source}`, {code: []})).toContain(`SyntaxError: invalid expression: $${shown}`);
});
