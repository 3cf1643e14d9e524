import {existsSync, readFileSync} from "node:fs";
import {dirname, relative, resolve} from "node:path";
import {JSDOM} from "jsdom";
import {filePolicyOf} from "../policy.js";
import {json, startOf} from "./in-file.js";
import {bundleScript, dataUrl} from "./script.js";

/** A page of a built site, taken apart to become one file. */
export interface PageParts {
  /** The page without its modules and styles, with its pictures and the files that it reads. */
  dom: JSDOM;
  css: string;
  code: string;
  files: Readonly<Record<string, string>>;
  /** What the file cannot show, in sentences. */
  problems: string[];
}

/** Reads the page `file` of a built site at `root`; `hasEngine`: with DuckDB-Wasm. */
export async function readPage(file: string, root: string, hasEngine: boolean): Promise<PageParts> {
  const dom = new JSDOM(readFileSync(file, "utf8"));
  const {document} = dom.window;
  const modules = [...document.querySelectorAll('script[type="module"]:not([src])')];
  const source = modules.map(({textContent}) => textContent ?? "").join("\n");
  const {code, files} = await bundleScript(source, {root, file, hasEngine});
  const problems: string[] = [];
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
  for (const frame of document.querySelectorAll("iframe, object, embed")) {
    problems.push(
      `it has a frame of ${frame.getAttribute("src") ?? frame.getAttribute("data")}, which a file cannot show`
    );
    frame.remove();
  }
  for (const element of document.querySelectorAll("[srcset]")) element.removeAttribute("srcset"); // its src is there, too
  for (const element of document.querySelectorAll(
    ":is(img, source, video, audio)[src], script[src*=':'], a[href^='.'][href*='_file/']"
  )) {
    const name = element.hasAttribute("src") ? "src" : "href";
    const path = named(element, name);
    if (path !== null) element.setAttribute(name, dataUrl(path));
    else if (!(element.getAttribute(name) ?? "").startsWith("data:")) element.removeAttribute(name);
  }
  clean(document);
  const held = `<meta name="feedbook-file" content="${hasEngine ? "data" : "view"}">`;
  document.head.insertAdjacentHTML("beforeend", held);
  append(document.head, json(files), {type: "application/json", id: "fb-files"});
  return {dom, css: styles.join("\n"), code, files, problems};
}

// Without what belongs to a site: other pages, their search, and how to edit this one.
function clean(document: Document): void {
  const gone = `script[src], script[type], link[rel=modulepreload], link[rel=preload], meta[name=duckdb-extensions],
    meta[name=feedbook-pages], #observablehq-header nav, .fb-search-slot, .fb-age, #observablehq-footer`;
  for (const element of document.querySelectorAll(gone)) element.remove();
  for (const link of document.querySelectorAll("a[href]"))
    if (!/^(?:#|data:|https?:|mailto:)/.test(link.getAttribute("href") ?? "")) {
      const text = document.createElement("span");
      text.className = link.className;
      text.append(...link.childNodes);
      link.replaceWith(text);
    }
}

/** What a file holds beside its page: a line about itself, the answers of its queries, and gzipped files of the engine by their ids. */
export interface Held {
  made: string;
  now: Date;
  answers: unknown;
  engine: Readonly<Record<string, Buffer>> | null;
}

/** The one HTML file of a page at an address. */
export function fileOf({dom, css, code}: PageParts, {made, now, answers, engine}: Held, search: string): string {
  const {head, body} = dom.window.document;
  append(head, json(answers), {type: "application/json", id: "fb-answers"});
  append(head, startOf(search, {hasEngine: engine !== null, now}), {});
  append(head, code, {type: "module"});
  const line = dom.window.document.createElement("p");
  Object.assign(line, {className: "fb-made", textContent: made});
  const main = body.querySelector("main");
  main?.insertBefore(line, main.querySelector(":scope > :not(meta, .fb-banner)"));
  for (const [id, bytes] of Object.entries(engine ?? {}))
    append(body, bytes.toString("base64"), {type: "text/plain", id});
  // Not by jsdom, which would parse it.
  const page = dom.serialize().replace("</title>", () => `</title>\n<style>${css.replaceAll("</", "<\\/")}</style>`);
  const meta = `<meta http-equiv="content-security-policy" content="${filePolicyOf(page, engine !== null)}">`;
  return page.replace(/<meta charset="[^"]*">/i, (charset) => `${charset}\n${meta}`);
}

function append(parent: HTMLElement, text: string, attributes: {type?: string; id?: string}): void {
  const script = Object.assign(parent.ownerDocument.createElement("script"), attributes);
  script.textContent = text;
  parent.append("\n", script);
}
