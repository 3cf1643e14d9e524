import {html} from "../../ui/elements/dom.js";
import type {History} from "./history.js";

/** The reader's earlier queries, to take again or to remove. */
export function historyList(history: History, take: (sql: string) => void): {element: HTMLElement; show(): void} {
  const count = html("span");
  const list = html("ol");
  const clear = html("button", {type: "button", class: "fb-button"}, "Remove all");
  const note = html("p", {class: "fb-console-note"}, "Kept in this browser only.");
  const element = html(
    "details",
    {class: "fb-console-history"},
    html("summary", {}, "History ", count),
    note,
    list,
    clear
  );
  const show = (): void => {
    const queries = history.all();
    element.hidden = queries.length === 0;
    count.textContent = `(${queries.length})`;
    list.replaceChildren(...queries.map(item));
  };
  const item = (sql: string): HTMLElement => {
    const line = sql.replace(/\s+/g, " ").trim();
    const again = html(
      "button",
      {type: "button", class: "fb-button", title: sql},
      line.length > 200 ? `${line.slice(0, 200)}…` : line
    );
    const remove = html(
      "button",
      {type: "button", class: "fb-button", "aria-label": `Remove ${line.slice(0, 60)}`},
      "×"
    );
    again.addEventListener("click", () => take(sql));
    remove.addEventListener("click", () => {
      history.remove(sql);
      show();
      (list.querySelector("button") ?? element.querySelector("summary"))?.focus();
    });
    return html("li", {}, again, remove);
  };
  clear.addEventListener("click", () => {
    history.clear();
    show();
  });
  show();
  return {element, show};
}
