import {type Query, queryOf} from "../../duckdb/sql/query-text.js";
import {kindOf} from "../../duckdb/values/given.js";
import {consoleLink} from "../../url/console.js";
import {exported} from "../../url/exported.js";
import {copyable} from "./copyable.js";
import {button, html} from "./dom.js";

/** Adds a button that shows the queries of a component's arguments. `name`: what `?embed=` calls the chart. */
export function withQuery<Args extends unknown[]>(
  make: (...args: Args) => HTMLElement,
  name?: string
): (...args: Args) => HTMLElement {
  return (...args) => {
    try {
      const made = make(...args);
      if (name !== undefined) (made.querySelector<HTMLElement>("figure") ?? made).dataset.chart = name;
      return withSql(made, ...args);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const got = args.map(kindOf).join("; ") || "nothing";
      throw new Error(`cannot draw ${got}: the page Components says what each takes (${error.message})`, {
        cause: error
      });
    }
  };
}

/** Adds the button SQL to a picture, if a query of `sql` made its rows: `withSql(Plot.plot(…), rows)`. */
export function withSql<Picture extends Element>(picture: Picture, ...rows: unknown[]): Picture | HTMLElement {
  const queries = queriesOf(rows);
  if (queries.length === 0) return picture;
  const opening = button("SQL", () => show(titleOf(picture), queries), {"aria-haspopup": "dialog"});
  const tools = picture.querySelector(".fb-tools");
  picture.setAttribute("data-query", queries.map(({text}) => text).join("\n")); // which a printed page shows
  if (tools === null) return html("div", {class: "fb-behind"}, picture, html("div", {class: "fb-tools"}, opening));
  opening.setAttribute("aria-label", `SQL of ${titleOf(picture)}`);
  const menu = tools.querySelector<HTMLDetailsElement>(":scope > .fb-menu");
  if (menu === null) tools.append(opening);
  else {
    // The dialog gives the focus back to the menu's button, as the menu closes.
    const close = (): void => {
      menu.querySelector("summary")?.focus();
      menu.open = false;
    };
    opening.addEventListener("click", close, {capture: true});
    menu.lastElementChild?.prepend(opening);
  }
  return picture;
}

function queriesOf([first, ...others]: readonly unknown[]): Query[] {
  const lists = others.flatMap((each) => (isPlain(each) ? Object.values(each) : [each]));
  const own = isPlain(first) && queryOf(first) === null ? Object.values(first) : [first];
  const given = [...own, ...lists.filter((each) => !Array.isArray(each) || each.length > 0)];
  const found = given.flatMap((rows) => queryOf(rows) ?? []);
  return [...new Map(found.map((query) => [query.text, query])).values()];
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function titleOf(element: Element): string {
  const labelled = element.closest("[aria-label]") ?? element.querySelector("[aria-label]");
  return element.querySelector("figcaption")?.textContent || labelled?.getAttribute("aria-label") || "these figures";
}

// A dialog of the browser: it holds the focus, closes by Escape, and gives the focus back.
function show(title: string, queries: readonly Query[]): void {
  const label = `SQL of ${title}`;
  const close = button("Close", () => dialog.close(), {class: "fb-button"});
  const attributes = {class: "fb-dialog", "aria-label": label};
  const dialog = html("dialog", attributes, html("h2", {}, label), ...queries.map(block), close);
  dialog.addEventListener("click", ({target}) => target === dialog && dialog.close()); // beside it
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function block({text, isShared}: Query): HTMLElement {
  const link = isShared
    ? html("a", {href: consoleLink(text)}, "Open in the console")
    : html("p", {}, "It reads a table that only this page has: the console cannot run it.");
  return html("section", {}, copyable(text, "SQL"), ...(exported() === null ? [link] : []));
}
