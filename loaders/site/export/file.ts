import {existsSync, readFileSync} from "node:fs";
import {dirname, relative, resolve} from "node:path";
import {JSDOM} from "jsdom";
import {escaped} from "../../config/markup.js";
import {filePolicyOf} from "../policy.js";
import {type FileView, json, startOf} from "./in-file.js";
import {bundleScript, dataUrl} from "./script.js";

/** A page of a built site, taken apart to become one file. */
export interface PageParts {
  /** The page without its module, with its pictures in it. */
  dom: JSDOM;
  css: string;
  code: string;
  files: Readonly<Record<string, string>>;
  /** What the file cannot show, in sentences. */
  problems: string[];
}

/** Reads the page `file` of a built site at `root`. */
export async function readPage(file: string, root: string): Promise<PageParts> {
  const dom = new JSDOM(readFileSync(file, "utf8"));
  const {document} = dom.window;
  const modules = [...document.querySelectorAll('script[type="module"]:not([src])')];
  const source = modules.map(({textContent}) => textContent ?? "").join("\n");
  const {code, files} = await bundleScript(source, {root, file});
  const problems: string[] = [];
  for (const element of document.querySelectorAll(
    "script[src], script[type], link[rel=modulepreload], link[rel=preload]"
  ))
    element.remove();
  const named = (element: Element, name: string): string | null => {
    const address = element.getAttribute(name) ?? "";
    if (/^(?:data:|#|$)/.test(address)) return null;
    const path = resolve(dirname(file), decodeURI(address.replace(/[?#].*$/, "")));
    if (!/^(?:\w+:|\/\/)/.test(address) && existsSync(path) && !relative(root, path).startsWith("..")) return path;
    problems.push(`it shows ${address}, which is another origin: the file has no copy of it`);
    return null;
  };
  const styles: string[] = [];
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    const path = named(link, "href");
    if (path !== null) styles.push(readFileSync(path, "utf8"));
    link.remove();
  }
  for (const element of document.querySelectorAll("img[src], source[src], video[src], audio[src], a[href*='_file/']")) {
    const name = element.hasAttribute("src") ? "src" : "href";
    const path = named(element, name);
    if (path !== null) element.setAttribute(name, dataUrl(path));
    else if (!(element.getAttribute(name) ?? "").startsWith("data:")) element.removeAttribute(name);
  }
  clean(document);
  // A browser would read `<!--` before `<script` in a script as markup. Otherwise text stays: SQL is read as it is written.
  const safe = /<!--[\s\S]*<script/i.test(code) ? code.replaceAll("<!--", "\\x3c!--") : code;
  return {dom, css: styles.join("\n"), code: safe, files, problems};
}

// Without what belongs to a site: other pages, their search, and how to edit this one.
function clean(document: Document): void {
  const gone =
    "#observablehq-header nav, .fb-search-slot, .fb-age, #observablehq-footer, meta[name=feedbook-pages], meta[name=duckdb-extensions]";
  for (const element of document.querySelectorAll(gone)) element.remove();
  for (const link of document.querySelectorAll("a[href]"))
    if (!/^(?:#|data:|https?:)/.test(link.getAttribute("href") ?? "")) {
      const text = document.createElement("span");
      text.className = link.className;
      text.append(...link.childNodes);
      link.replaceWith(text);
    }
}

/** What a file says about itself, in words: `made` is at its top, `notes` at its foot. */
export interface About {
  made: string;
  notes: string;
}

/** The page as it is run and written: with the data elements that its script reads, but without scripts. */
export function pageHtml({dom, files}: PageParts, hasEngine: boolean): string {
  const copy = new JSDOM(dom.serialize());
  const {head} = copy.window.document;
  for (const script of head.querySelectorAll("script")) script.remove();
  head.insertAdjacentHTML("beforeend", dataElements(files, hasEngine));
  return copy.serialize();
}

function dataElements(files: PageParts["files"], hasEngine: boolean): string {
  return `<meta name="feedbook-file" content="${hasEngine ? "data" : "view"}">
<script type="application/json" id="fb-files">${json(files)}</script>`;
}

/** The one HTML file of a page, with the answers of its queries. */
export function fileOf({dom, css, code, files}: PageParts, answers: unknown, about: About, view: FileView): string {
  const copy = new JSDOM(dom.serialize());
  const {head, body} = copy.window.document;
  head.insertAdjacentHTML("beforeend", dataElements(files, view.hasEngine));
  append(head, "application/json", json(answers), "fb-answers");
  append(head, "", startOf(view));
  append(head, "module", code);
  copy.window.document
    .querySelector("main")
    ?.insertAdjacentHTML("beforebegin", `<p class="fb-made">${escaped(about.made)}</p>`);
  body.insertAdjacentHTML("beforeend", `<footer class="fb-file-foot">${escaped(about.notes)}</footer>`);
  // Not by jsdom, which would parse it.
  const page = copy.serialize().replace("</title>", () => `</title>\n<style>${css.replaceAll("</", "<\\/")}</style>`);
  const meta = `<meta http-equiv="content-security-policy" content="${filePolicyOf(page, view.hasEngine)}">`;
  return page.replace(/<meta charset="[^"]*">/i, (charset) => `${charset}\n${meta}`);
}

function append(parent: HTMLElement, type: string, text: string, id = ""): void {
  const script = parent.ownerDocument.createElement("script");
  if (type !== "") script.type = type;
  if (id !== "") script.id = id;
  script.textContent = text;
  parent.append("\n", script);
}
