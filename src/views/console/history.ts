import {button, html} from "../../ui/elements/dom.js";

/** The reader's earlier queries, the newest first, to take again. They stay in this browser. */
export interface History {
  element: HTMLElement;
  add(sql: string): void;
}

const key = "feedbook:queries";
const most = 50;
const longest = 100_000; // characters of a query: browsers store about 5 million

/** The list of queries in the browser's storage. If the browser allows none, it lasts as long as the page. `onEmpty`: the list is hidden, with the focus. */
export function historyList(take: (sql: string) => void, onEmpty: () => void): History {
  const look = {class: "fb-button"};
  const list = html("ol");
  const removeAll = (): void => {
    show([]);
    onEmpty();
  };
  const clear = button("Remove all", removeAll, look);
  const note = html("p", {class: "fb-console-note"}, "Kept in this browser only.");
  const element = html("details", {class: "fb-console-history"}, html("summary", {}, "History"), note, list, clear);
  let queries = read();
  function show(next: string[]): void {
    queries = next;
    element.hidden = next.length === 0;
    const lines = next.map((sql) => button(sql.slice(0, 200), () => take(sql), {...look, title: sql}));
    list.replaceChildren(...lines.map((line) => html("li", {}, line)));
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {} // it is full, or not allowed
  }
  show(queries);
  const add = (sql: string): void => {
    if (sql.length <= longest) show([sql, ...queries.filter((each) => each !== sql)].slice(0, most));
  };
  return {element, add};
}

// Another version, or another page of the host, may have written anything.
function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}
