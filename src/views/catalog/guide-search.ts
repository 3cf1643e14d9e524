import {html} from "../../ui/elements/dom.js";
import {searchField} from "../../ui/tables/search.js";
import type {Section} from "./guide-index.js";

/** A row of the page Settings. */
interface Setting {
  name: string;
  meaning: string;
  allowed: string;
}

/** A row of the page SQL vocabulary. */
interface Named {
  name: string;
  /** `store`: only the store has it. */
  kind: string;
  meaning: string;
}

/** Settings and names for {@link guideSearch}, loaded at the first search. */
interface GuideSearchOptions {
  settings: () => Promise<Setting[]>;
  tables: () => Promise<Named[]>;
}

/**
 * A search of the guide: the sections of the pages in this page's lists, all settings and all names of SQL. The first search
 * fetches them from this site.
 */
export function guideSearch(options: GuideSearchOptions): HTMLElement {
  const list = html("ul", {class: "fb-guide-found"});
  const status = html("p", {class: "fb-guide-status", role: "status"});
  let known: Promise<(question: string) => Section[]> | undefined;
  let last = "";
  const search = async (question: string) => {
    last = question;
    list.replaceChildren();
    status.textContent = "";
    if (question.trim() === "") return;
    try {
      status.textContent = "Reading the guide…";
      known ??= readGuide(options);
      const find = await known;
      if (last === question) show(find(question)); // otherwise the reader typed on
    } catch {
      known = undefined; // the next search tries again
      if (last === question)
        status.textContent = "The guide cannot be read. Check that the site is still served, and search again.";
    }
  };
  const show = (found: readonly Section[]) => {
    list.replaceChildren(...found.map(entryOf));
    status.textContent =
      found.length === 0
        ? "The guide has none of these words. Try another word, or choose a page from the list below."
        : "";
  };
  const field = searchField("Search the guide", (question) => void search(question));
  const label = html("label", {class: "fb-search"}, field);
  return html("div", {class: "fb-guide-search", role: "search"}, label, status, list);
}

function entryOf({page, heading, text, href}: Section): HTMLElement {
  const title = heading === "" ? page : `${page}: ${heading}`;
  return html("li", {}, html("a", {href}, title), html("span", {class: "fb-guide-text"}, text));
}

async function readGuide({settings, tables}: GuideSearchOptions): Promise<(question: string) => Section[]> {
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("#observablehq-main li > a"), ({href}) => href);
  const placeOf = (name: string) => links.find((href) => new RegExp(`/${name}(\\.html)?$`).test(href)) ?? "";
  const {rankSections} = await import("./guide-index.js"); // with its search library
  const [pages, allSettings, allNames] = await Promise.all([Promise.all(links.map(sectionsOf)), settings(), tables()]);
  const [settingsPage, data] = [placeOf("settings"), placeOf("vocabulary").replace("guide/vocabulary", "data")];
  return rankSections([
    ...pages.flat().map((section) => ({...section, weight: weightOf(section)})),
    ...allSettings.map(({name, meaning, allowed}) => ({
      ...{page: "Settings", heading: name, text: `${meaning}; allowed: ${allowed}`, href: settingsPage}
    })),
    ...allNames.map(({name, meaning, kind}) => {
      const id = kind === "store" ? `store-${name}` : name;
      return {page: "SQL", heading: name, text: meaning, href: `${data}#${id}`};
    })
  ]);
}

// Pages rank above their sections, and both above settings and names of SQL.
function weightOf({heading, href}: Section): number {
  return (heading === "" ? 3 : 2) / (href.includes("/guide/") ? 1 : 2);
}

async function sectionsOf(href: string): Promise<Section[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  const main = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#observablehq-main");
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
