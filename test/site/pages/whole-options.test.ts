import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {expect, it} from "vitest";
import {keepOptionsWhole} from "../../../loaders/site/pages/whole-options.js";

const whole = /<span class="fb-whole">((?:<span[^>]*>[^<]*<\/span>|[^<])*)<\/span>/g;

it.each([
  ["text and `code --feeds 1,2 -s`, or --port 0", ["--feeds", "-s", "--port"]],
  ["```sh\nnpm run -s feedbook -- watch --publish-every 5s\n```", ["-s", "--publish-every"]],
  ["- a list, DuckDB-Wasm, a -- b, 2-1, https://x.test/a--b", []]
])("keepOptionsWhole(md) keeps each option of %j in one line", (source, options) => {
  const html = createMarkdownIt({markdownIt: keepOptionsWhole}).render(source, {});
  expect(Array.from(html.matchAll(whole), ([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""))).toEqual(options);
});
