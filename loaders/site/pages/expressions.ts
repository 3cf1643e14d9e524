import type {MarkdownIt, Page, Token} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../../config/markup.js";

/** A block or expression with invalid JavaScript, and the reason. */
export interface Invalid {
  content: string;
  reason: string;
}

const invalid = new WeakMap<object, Invalid[]>(); // by the code of a page, filled while its Markdown is rendered

/** The blocks and expressions of a page that are not valid JavaScript. */
export function invalidOf({code}: Pick<Page, "code">): readonly Invalid[] {
  return invalid.get(code) ?? [];
}

/**
 * Makes Markdown keep invalid JavaScript for `invalidOf`, and show an invalid expression. Framework ends `${f({a:
 * 1}})}` at the second brace, so the brackets after it are removed, too.
 */
export function showInvalid(md: MarkdownIt): MarkdownIt {
  const {rules} = md.renderer;
  const render = noted(rules.placeholder);
  const fence = noted(rules.fence);
  if (fence) rules.fence = fence;
  if (render)
    rules.placeholder = (tokens, index, ...args) => {
      const [token, next] = (tokens as Token[]).slice(index as number);
      const shown = render(tokens, index, ...args);
      if (token === undefined || !shown.includes(": invalid expression<")) return shown;
      const [left = ""] = /^[)\]]*\}/.exec(next?.content ?? "") ?? [];
      if (next !== undefined) next.content = next.content.slice(left.length);
      const source = escaped(`\${${token.content}}${left}`);
      return shown.replace(": invalid expression<", () => `: invalid expression: ${source}<`);
    };
  return md;
}

type Render = MarkdownIt["renderer"]["rules"][string];

function noted(render: Render): Render {
  return (
    render &&
    ((tokens, index, options, page, ...rest) => {
      const shown = render(tokens, index, options, page, ...rest);
      const [, reason] = /observablehq--error"[^>]*>SyntaxError: ([^<]*)</.exec(shown) ?? [];
      const {content} = (tokens as Token[])[index as number] as Token;
      const {code} = page as Page;
      if (reason !== undefined) invalid.set(code, [...(invalid.get(code) ?? []), {content, reason}]);
      return shown;
    })
  );
}
