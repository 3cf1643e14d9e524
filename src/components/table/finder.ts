import {type Kept, unkept} from "../../lib/state.js";
import {html} from "../parts/dom.js";

/** What of a long table is shown: the rows that have every word of a search; of them the first, or (`all`) all. */
export interface Finding {
  search: string;
  rows: string;
}

/** Options of {@link finder}. */
export interface FinderOptions {
  /** Accessible name of the search field. */
  label: string;
  /** Shows what is to be seen, and says so: how many that is, and the words of a button that shows all, or no longer all. */
  show: (found: {search: string; all: boolean}) => {count: string; button?: string | undefined};
  state?: Kept<Finding> | undefined;
}

/** A bar above a long table: a search, how many rows it found, and where there are more of them a button that shows all. */
export function finder({label, show, state = unkept({search: "", rows: ""})}: FinderOptions): HTMLElement {
  let finding = state.value;
  const field = searchField(label, (search) => change({search}));
  const count = html("span", {role: "status", class: "fb-count"});
  const button = html("button", {type: "button", class: "fb-more"});
  const element = html("div", {class: "fb-search"}, field, count, button);
  const write = (next: Finding): void => {
    finding = next;
    if (field.value !== next.search) field.value = next.search;
    const told = show({search: next.search, all: next.rows === "all"});
    count.textContent = told.count;
    button.hidden = told.button === undefined;
    button.textContent = told.button ?? "";
  };
  const change = (patch: Partial<Finding>): void => {
    finding = {...finding, ...patch};
    state.keep(finding);
    write(finding);
  };
  button.addEventListener("click", () => change({rows: finding.rows === "all" ? "" : "all"}));
  write(finding);
  state.follow(element, (next) => {
    if (next.search !== finding.search || next.rows !== finding.rows) write(next); // what is shown keeps its focus
  });
  return element;
}

/** A field that tells what is searched for at each letter. */
export function searchField(label: string, changed: (search: string) => void): HTMLInputElement {
  const field = html("input", {type: "search", placeholder: label, "aria-label": label});
  field.addEventListener("input", () => changed(field.value));
  return field;
}
