import {existsSync, readdirSync, readFileSync} from "node:fs";
import {basename, join} from "node:path/posix";
import {createMarkdownIt, parseMarkdownMetadata} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../../config/markup.js";
import {typed} from "../../config/typed.js";

/** An entry of the bar on top: a page of the site's root, or a folder, which becomes a group of all its pages. */
export type BarEntry = BarPage | BarFolder;

interface BarPage {
  name: string;
  path: string;
  /** Paths of pages that are not in the bar; on them, this entry is marked as the current one. */
  below?: readonly string[];
}

interface BarFolder {
  name: string;
  folder: string;
  /** Paths of its pages that are elsewhere in the bar, or nowhere. */
  except?: readonly string[];
}

/** An existing page, or group of pages. */
export type Destination = BarPage | {name: string; pages: readonly BarPage[]};

/**
 * The entries of a bar without missing pages and empty folders; pages of a folder are sorted by `order` of their front
 * matter, then by title. `drafts`: whether pages with `draft: true` are in it.
 */
export function destinations(root: string, bar: readonly BarEntry[], {drafts = false} = {}): Destination[] {
  return bar.flatMap((entry): Destination[] => {
    if ("path" in entry) return existsSync(join(root, `${entry.path}.md`)) ? [entry] : [];
    const pages = pagesIn(root, entry.folder, drafts).filter(({path}) => !entry.except?.includes(path));
    return pages.length === 0 ? [] : [{name: entry.name, pages}];
  });
}

function pagesIn(root: string, folder: string, drafts: boolean): BarPage[] {
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return files
    .filter((file) => file.endsWith(".md") && !file.startsWith("[")) // [feed].md is a page only for an address with a value
    .map((file) => {
      const path = join("/", folder, file.slice(0, -".md".length));
      return {path, ...titleOf(join(root, folder, file), path)};
    })
    .filter(({draft}) => drafts || !draft)
    .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en") || (a.path < b.path ? -1 : 1))
    .map(({path, title}, _, pages) => {
      const isShared = pages.some((page) => page.title === title && page.path !== path);
      return {name: isShared ? `${title} (${basename(path)})` : title, path};
    });
}

const markdown = createMarkdownIt();
const titles = new Map<string, Titled>(); // by file, as the header of each page needs all

interface Titled {
  text: string;
  title: string;
  order: number;
  draft: boolean;
}

function titleOf(file: string, path: string): Titled {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""; // a link may lead nowhere
  const known = titles.get(file);
  if (known?.text === text) return known;
  const {data, title} = parseMarkdownMetadata(text, {md: markdown, path});
  const found = {text, title: title || wordsOf(path), order: orderOf(text), draft: data.draft === true};
  titles.set(file, found);
  return found;
}

// Framework does not read `order` of front matter.
function orderOf(text: string): number {
  const [, head = ""] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const [, order] = /^order:\s*(-?\d+(?:\.\d+)?)\s*$/m.exec(head) ?? [];
  return order === undefined ? Number.MAX_VALUE : Number(order);
}

function wordsOf(path: string): string {
  const words = path.slice(path.lastIndexOf("/") + 1).replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The header of the page at the path `shown`: a link to the first page, the bar, and the menu with `more`, which on a
 * phone has the bar too. `title`: of the site.
 */
export function headerOf(
  bar: readonly Destination[],
  more: readonly Destination[],
  {shown, title}: {shown: string; title: string}
): string {
  const pages = more.flatMap((entry) => ("pages" in entry ? entry.pages : [entry]));
  const current = pages.some(({path}) => path === shown) ? ' data-current=""' : "";
  const links = bar.map((entry) => entryOf(entry, shown)).join("");
  return `<a class="fb-home" href="/">${escaped(title)}</a>
<nav aria-label="Pages">${links}<details class="fb-more"><summary aria-label="More pages"${current}><span>More</span></summary><div>
<section class="fb-bar-pages">${links}</section>${more.map((entry) => entryOf(entry, shown)).join("")}</div></details></nav>
<span class="fb-search-slot"><button type="button" class="fb-copy-link" aria-label="Copy link" title="Copy link"></button>
<button type="button" class="fb-find-open" aria-label="Find" aria-haspopup="dialog" title="Find: / or Ctrl-K"></button></span><details class="fb-age"><summary></summary><div></div></details>`;
}

function entryOf(entry: Destination, shown: string): string {
  if (!("pages" in entry)) return link(entry, shown);
  const links = entry.pages.map((page) => link(page, shown)).join("");
  return `<section><strong>${escaped(entry.name)}</strong>${links}</section>`;
}

function link({name, path, below = []}: BarPage, shown: string): string {
  const current = path === shown ? "page" : below.includes(shown) ? "true" : null;
  const href = encodeURI(path.replace(/(^|\/)index$/, "$1")); // Framework decodes and encodes it again
  return `<a href="${escaped(href)}"${current === null ? "" : ` aria-current="${current}"`}>${escaped(name)}</a>`;
}

/** The text below a page with its file and how to edit it, in a built site or a `preview`. */
export function sourceOf(path: string, {preview = false} = {}): string {
  const file = `<code>src${escaped(path)}.md</code>`; // the path of a page with a parameter is from the address
  if (preview)
    return `This page is ${file}. Edit it here, by the button Edit page, or in your editor: the page follows.`;
  return `This page is ${file}. Run <code>${typed("npm run dev")}</code> and change that file: the page follows.`;
}

/** A script that closes an open menu of the header by Escape, and by a click or focus elsewhere. */
export const closeMenus = `{
const close = (menu, focused) => {
  menu.open = false;
  if (focused) menu.firstElementChild.focus();
};
const opened = () => document.querySelectorAll(":is(#observablehq-header, .fb-banner) details[open]");
addEventListener("keydown", ({key}) => {
  if (key === "Escape") for (const menu of opened()) close(menu, menu.contains(document.activeElement));
});
for (const type of ["pointerdown", "focusin"])
  addEventListener(type, ({target}) => {
    for (const menu of opened()) if (!menu.contains(target)) close(menu, false);
  });
}`;
