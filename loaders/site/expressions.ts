import type {MarkdownIt, Token} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../config/markup.js";

/**
 * Makes Markdown show which expression, such as `${rows.length(}`, is no JavaScript: Framework tells only that one is not. Of
 * `${f({a: 1}})}` Framework takes `f({a: 1}`, as braces end it: the brackets that are left go with it.
 */
export function showInvalid(md: MarkdownIt): MarkdownIt {
  const {rules} = md.renderer;
  const render = rules.placeholder;
  if (render)
    rules.placeholder = (tokens, index, ...args) => {
      const [token, next] = (tokens as Token[]).slice(index as number);
      const shown = render(tokens, index, ...args);
      if (token === undefined || !shown.includes(": invalid expression<")) return shown;
      const [left = ""] = /^[)\]}]*\}/.exec(next?.content ?? "") ?? [];
      if (next !== undefined) next.content = next.content.slice(left.length);
      const source = escaped(`\${${token.content}}${left}`);
      return shown.replace(": invalid expression<", () => `: invalid expression: ${source}<`);
    };
  return md;
}
