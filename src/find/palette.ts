import {copyText} from "../ui/elements/copyable.js";
import {button, html, onPlainClick, set} from "../ui/elements/dom.js";
import {
  type Found,
  findFeeds,
  findNames,
  findPages,
  findSections,
  type Place,
  readFeeds,
  readGuide,
  readNames
} from "./places.js";

/** What the palette searches, each part once it is read. */
interface Index {
  feeds: (query: string) => Found[];
  names: (query: string) => Found[];
  guide: (query: string) => Found[];
}

const nothing = (): Found[] => [];
const index: Index = {feeds: nothing, names: nothing, guide: nothing};
let reading: "no" | "now" | "done" = "no";
let showFound = (): void => {}; // in the dialog that is open
const link = {title: "Copy link", detail: "to this page as you see it"};

/** Opens the palette: a dialog with a field that finds feeds, pages, tables, named queries and sections of the guide. */
export function openPalette(): void {
  const list = html("div", {role: "listbox", id: "fb-found", "aria-label": "Found"});
  const status = html("p", {role: "status", class: "fb-unseen"});
  const field = html("input", {type: "text", role: "combobox", autocomplete: "off", spellcheck: "false"});
  set(field, {"aria-label": "Find", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "true"});
  field.placeholder = "Feed, page, table or question";
  const dialog = html("dialog", {class: "fb-palette", "aria-label": "Find"}, field, list, status);
  let options: HTMLElement[] = [];
  let active = 0;

  const activate = (next: number): void => {
    options[active]?.removeAttribute("aria-selected");
    active = options.length === 0 ? 0 : (next + options.length) % options.length;
    set(field, {"aria-activedescendant": options[active]?.id});
    set(options[active] ?? field, {"aria-selected": options[active] ? "true" : null});
    options[active]?.scrollIntoView({block: "nearest"});
  };
  const show = (kept = ""): void => {
    const query = field.value;
    const groups = [...index.feeds(query), findPages(query), ...index.names(query), ...index.guide(query)];
    const sections = groups
      .filter(({places}) => places.length > 0)
      .map((found) => section(found, () => dialog.close()));
    if ("copy link".startsWith(query.trim().toLowerCase())) sections.push(actions(dialog));
    list.replaceChildren(...sections);
    options = Array.from(list.querySelectorAll<HTMLElement>("[role=option]"));
    options.forEach((option, i) => {
      option.id = `fb-found-${i}`;
    });
    const none = reading === "now" ? "Reading the feeds, the tables and the guide…" : "Nothing found";
    status.textContent = options.length > 0 ? `${options.length} found` : none;
    status.classList.toggle("fb-unseen", options.length > 0);
    activate(Math.max(options.map(keyOf).indexOf(kept), 0));
  };
  field.addEventListener("input", () => show());
  dialog.addEventListener("keydown", (event) => {
    const {key, ctrlKey, metaKey, isComposing} = event;
    const step = {ArrowDown: 1, ArrowUp: -1}[key];
    if (step !== undefined) activate(active + step);
    else if (key === "Enter" && !isComposing) take(options[active], ctrlKey || metaKey);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", ({target}) => target === dialog && dialog.close()); // beside it
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  showFound = () => show(options.map(keyOf)[active || -1]); // a choice stays when more is read
  if (reading === "no") void readIndex();
  show();
  dialog.showModal();
}

function keyOf(option: HTMLElement): string {
  return `${option.getAttribute("href")} ${option.textContent}`;
}

// Reads the parts of the index at the same time; each is searched as soon as it is there. The next opening retries failed
// parts.
async function readIndex(): Promise<void> {
  reading = "now";
  let end: "no" | "done" = "done";
  const put = async (part: Promise<Partial<Index>>): Promise<void> => {
    try {
      Object.assign(index, await part);
      showFound();
    } catch {
      end = "no";
      const text = "A part of the search cannot be read. Check that the site is still served.";
      document.querySelector(".fb-palette:not(:has([role=alert]))")?.append(html("p", {role: "alert"}, text));
    }
  };
  const feeds = put(readFeeds().then((all) => ({feeds: (query) => findFeeds(all, query)})));
  const names = put(readNames().then((all) => ({names: (query) => [findNames(all, query)]})));
  // Last, as it reads many pages, which a preview makes one after another.
  await Promise.all([feeds, names]);
  await put(readGuide().then((search) => ({guide: (query) => [findSections(search, query)]})));
  reading = end;
  showFound();
}

function take(option: HTMLElement | undefined, apart: boolean): void {
  if (apart && option instanceof HTMLAnchorElement) window.open(option.href);
  else option?.click();
}

function section({heading, places}: Found, close: () => void): HTMLElement {
  const title = html("div", {class: "fb-group", "aria-hidden": "true"}, heading);
  return html("div", {role: "group", "aria-label": heading}, title, ...places.map((place) => option(place, close)));
}

function option({title, detail, href, stays = false}: Place, close: () => void): HTMLElement {
  const element = html(
    "a",
    {role: "option", class: "fb-option", href, tabindex: -1},
    html("span", {}, title),
    html("small", {}, detail)
  );
  if (!stays) {
    element.addEventListener("click", () => setTimeout(close)); // else it stays open over a place on the same page
    return element;
  }
  onPlainClick(element, () => {
    close();
    history.pushState(null, "", href);
    dispatchEvent(new PopStateEvent("popstate")); // as Back and Forward do: the page shows what its address says
  });
  return element;
}

function actions(dialog: HTMLDialogElement): HTMLElement {
  const detail = html("small", {}, link.detail);
  const copy = button(
    "",
    () => void copyAddress().then((text) => (text === "Copied" ? dialog.close() : detail.replaceChildren(text))),
    {
      ...{role: "option", class: "fb-option", tabindex: -1}
    }
  );
  copy.append(html("span", {}, link.title), detail);
  return html("div", {role: "group", "aria-label": "Actions"}, copy);
}

/** Copies the page's address, which has its state, and says so in the button's title and text for a moment. */
export async function copyLink(copying: HTMLElement): Promise<void> {
  const status = html("span", {role: "status", class: "fb-copied"}, await copyAddress());
  copying.after(status);
  setTimeout(() => status.remove(), 2500);
}

async function copyAddress(): Promise<string> {
  return (await copyText(location.href)) ? "Copied" : "The browser denies it: copy the address from its bar";
}
