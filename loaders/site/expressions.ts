import type {MarkdownIt, Token} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../config/markup.js";

/** Makes Markdown show which expression, such as `${rows.length(}`, is no JavaScript: Framework tells only that one is not. */
export function showInvalid(md: MarkdownIt): MarkdownIt {
  const {rules} = md.renderer;
  const render = rules.placeholder;
  if (render)
    rules.placeholder = (tokens, index, ...args) => {
      const content = (tokens as Token[])[index as number]?.content ?? "";
      const shown = `: invalid expression: ${escaped(`\${${content}}`)}<`;
      return render(tokens, index, ...args).replace(": invalid expression<", () => shown);
    };
  return md;
}
