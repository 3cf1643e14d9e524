import {html} from "./dom.js";

/** What of a long table is shown: the rows that have every word of a search; of them the first, or all. */
export interface Finding {
  search: string;
  all: boolean;
}

/** Where the finding of a table is kept. */
export interface FindingState {
  finding?: Finding;
  /** Told what the reader wants to see. */
  onFind?: (finding: Finding) => void;
  /** Calls back with another finding to show as long as the element is in the document, as where the reader goes back. */
  follow?: (element: HTMLElement, show: (finding: Finding) => void) => void;
}

/** Options of {@link finder}. */
export interface FinderOptions extends FindingState {
  /** Accessible name of the search field. */
  label: string;
  /** Shows what is to be seen, and says so: how many that is, and the words of a button that shows all, or no longer all. */
  show: (finding: Finding) => {count: string; button?: string | undefined};
}

/** A bar above a long table: a search, how many rows it found, and where there are more of them a button that shows all. */
export function finder({label, show, onFind, follow, ...options}: FinderOptions): HTMLElement {
  let finding = options.finding ?? {search: "", all: false};
  const field = html("input", {type: "search", placeholder: label, "aria-label": label});
  const count = html("span", {role: "status", class: "fb-count"});
  const button = html("button", {type: "button", class: "fb-more"});
  const element = html("div", {class: "fb-search"}, field, count, button);
  const write = (next: Finding): void => {
    finding = next;
    if (field.value !== next.search) field.value = next.search;
    const told = show(next);
    count.textContent = told.count;
    button.hidden = told.button === undefined;
    button.textContent = told.button ?? "";
  };
  const change = (patch: Partial<Finding>): void => {
    finding = {...finding, ...patch};
    onFind?.(finding);
    write(finding);
  };
  field.addEventListener("input", () => change({search: field.value}));
  button.addEventListener("click", () => change({all: !finding.all}));
  write(finding);
  follow?.(element, (next) => {
    if (next.search !== finding.search || next.all !== finding.all) write(next); // what is shown keeps its focus
  });
  return element;
}
