import {html} from "../parts/dom.js";
import {hasWords} from "../parts/names.js";
import {searchField} from "../table/search.js";

/** A setting, as its page has it. */
interface Setting {
  name: string;
  meaning: string;
  allowed: string;
}

interface Section {
  page: string;
  heading: string;
  text: string;
  href: string;
}

const most = 12;

/**
 * A search of the guide: in the sections of the pages that this one links to in its numbered list, which are fetched from
 * this site once a reader searches, and in all settings. `settings` gives these.
 */
export function guideSearch({settings}: {settings: () => Promise<Setting[]>}): HTMLElement {
  const list = html("ul", {class: "fb-guide-found", "aria-live": "polite"});
  let known: Promise<Section[]> | undefined;
  let last = "";
  const search = async (words: string) => {
    last = words;
    if (words.trim() === "") return list.replaceChildren();
    known ??= readAll(settings);
    try {
      show(await known, words);
    } catch {
      known = undefined; // the next search tries again
      if (last === words) list.replaceChildren(html("li", {}, "The guide cannot be read: is this site still served?"));
    }
  };
  const show = (sections: readonly Section[], words: string) => {
    if (last !== words) return; // the reader went on
    const found = sections.filter(({page, heading, text}) => hasWords(`${page} ${heading} ${text}`, words));
    const titled = found.filter(({page, heading}) => hasWords(`${page} ${heading}`, words));
    const ranked = [...titled, ...found.filter((section) => !titled.includes(section))];
    const none = [html("li", {}, "Nothing in the guide has all of these words.")];
    list.replaceChildren(...(ranked.length === 0 ? none : ranked.slice(0, most).map(entryOf)));
  };
  const field = searchField("Search the guide", (words) => void search(words));
  const label = html("label", {class: "fb-search"}, field);
  return html("div", {class: "fb-guide-search", role: "search"}, label, list);
}

function entryOf({page, heading, text, href}: Section): HTMLElement {
  const title = heading === "" ? page : `${page}: ${heading}`;
  return html("li", {}, html("a", {href}, title), html("span", {class: "fb-guide-text"}, text.slice(0, 140)));
}

async function readAll(settings: () => Promise<Setting[]>): Promise<Section[]> {
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("#observablehq-main ol a"), ({href}) => href);
  const pages = await Promise.all(links.map(sectionsOf));
  const place = links.find((href) => href.endsWith("/settings")) ?? "";
  const listed = (await settings()).map(({name, meaning, allowed}) => ({
    ...{page: "Settings", heading: name, href: place},
    text: `${meaning}; allowed: ${allowed}`
  }));
  return [...pages.flat(), ...listed];
}

async function sectionsOf(href: string): Promise<Section[]> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`);
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#observablehq-main");
  const page = main?.querySelector("h1")?.textContent ?? "";
  const sections: Section[] = [{page, heading: "", text: "", href}];
  main?.querySelector(".fb-banner")?.remove();
  for (const {tagName, id, textContent} of main?.children ?? []) {
    const text = textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
    const [last] = sections.slice(-1);
    if (tagName === "H2") sections.push({page, heading: text, text: "", href: `${href}#${id}`});
    else if (tagName !== "H1" && tagName !== "SCRIPT" && last) last.text = `${last.text} ${text}`.trim();
  }
  return sections;
}
