import type {MarkdownIt} from "@observablehq/framework/dist/markdown.js";

// A word that begins with a hyphen, a part of which may be coloured as code. A browser breaks lines after each hyphen.
const option = /(?<=^|[\s>])--?(?:[a-z\d][\w-]*|<span[^>]*>[\w-]+<\/span>)+/gi;

/** Makes Markdown keep each option of a command, such as `--feeds`, in one line, in text and in code. */
export function keepOptionsWhole(md: MarkdownIt): MarkdownIt {
  const {rules} = md.renderer;
  for (const name of ["text", "code_inline", "fence"]) {
    const render = rules[name];
    if (render) rules[name] = (...args) => render(...args).replaceAll(option, '<span class="fb-whole">$&</span>');
  }
  return md;
}
