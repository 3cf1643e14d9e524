import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {expect, it} from "vitest";
import {showInvalid} from "../../../loaders/site/pages/expressions.js";

it.each([
  ["{timeChart(prices})} and more", "{timeChart(prices})}</span> and more"],
  ["{f([{a: 1}]}, 2])} and *more*", "{f([{a: 1}]}</span>, 2])} and <em>more</em>"],
  ["{f({a: 1}})} and", "{f({a: 1}})}</span> and"],
  ["{a <}", "{a &#60;}</span>"],
  ["{a b}) and {c}", "{a b}</span>) and {c}"]
])("showInvalid(md) shows the invalid expression in $%s", (source, shown) => {
  const md = createMarkdownIt({markdownIt: showInvalid});
  expect(md.render(`$${source}`, {code: []})).toContain(`SyntaxError: invalid expression: $${shown}`);
});
