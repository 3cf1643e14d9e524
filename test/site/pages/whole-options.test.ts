import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {keepOptionsWhole} from "../../../loaders/site/pages/whole-options.js";

const md = createMarkdownIt({markdownIt: keepOptionsWhole});
const wholeOf = (source: string) =>
  [...md.render(source, {}).matchAll(/<span class="fb-whole">((?:<span[^>]*>[^<]*<\/span>|[^<])*)<\/span>/g)].map(
    ([, text = ""]) => text.replaceAll(/<[^>]*>/g, "")
  );

describe("keepOptionsWhole(md)", () => {
  it.each([
    ["text and `code --feeds 1,2 -s`, or --port 0", ["--feeds", "-s", "--port"]],
    ["## add --snapshot", ["--snapshot"]],
    ["```sh\nnpm run -s feedbook -- watch --for 10s --publish-every 5s\n```", ["-s", "--for", "--publish-every"]],
    ["| a |\n|---|\n| `--to` |", ["--to"]],
    ["- a list, DuckDB-Wasm, a -- b, 2-1, https://x.test/a--b", []]
  ])("marks the options of %j", (source, options) => {
    expect(wholeOf(source)).toEqual(options);
  });
});
