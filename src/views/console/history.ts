import {button, html} from "../../ui/elements/dom.js";

/** The queries that the reader ran, the newest first. They stay in this browser. */
export interface History {
  all(): readonly string[];
  add(sql: string): void;
  remove(sql: string): void;
  clear(): void;
}

const key = "feedbook:queries";
const mostQueries = 50;
const mostCharacters = 100_000;

/** The history in a browser's storage. If the browser allows none, it lasts as long as the page. */
export function keptHistory(storage: () => Storage = () => localStorage): History {
  let queries = read(storage);
  const write = (next: string[]): void => {
    queries = next;
    try {
      if (next.length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(next));
    } catch {} // it is full, or not allowed
  };
  return {
    all: () => queries,
    add(sql) {
      if (sql.length <= mostCharacters / 2) write(bounded([sql, ...queries.filter((each) => each !== sql)]));
    },
    remove: (sql) => write(queries.filter((each) => each !== sql)),
    clear: () => write([])
  };
}

// Another version, or another page of the host, may have written anything.
function read(storage: () => Storage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? "[]");
    return Array.isArray(kept) ? bounded(kept.filter((each): each is string => typeof each === "string")) : [];
  } catch {
    return [];
  }
}

function bounded(queries: readonly string[]): string[] {
  let room = mostCharacters;
  return queries.slice(0, mostQueries).filter(({length}) => {
    room -= length;
    return room >= 0;
  });
}

/** The reader's earlier queries, to take again or to remove. */
export function historyList(history: History, take: (sql: string) => void): {element: HTMLElement; show(): void} {
  const count = html("span");
  const list = html("ol");
  const look = {class: "fb-button"};
  const clear = button("Remove all", () => change(history.clear), look);
  const note = html("p", {class: "fb-console-note"}, "Kept in this browser only.");
  const summary = html("summary", {}, "History ", count);
  const element = html("details", {class: "fb-console-history"}, summary, note, list, clear);
  const show = (): void => {
    const queries = history.all();
    element.hidden = queries.length === 0;
    count.textContent = `(${queries.length})`;
    list.replaceChildren(...queries.map(item));
  };
  const item = (sql: string): HTMLElement => {
    const line = sql.replace(/\s+/g, " ").trim();
    const text = line.length > 200 ? `${line.slice(0, 200)}…` : line;
    const again = button(text, () => take(sql), {...look, title: sql});
    const label = {...look, "aria-label": `Remove ${line.slice(0, 60)}`};
    return html(
      "li",
      {},
      again,
      button("×", () => change(() => history.remove(sql)), label)
    );
  };
  function change(act: () => void): void {
    act();
    show();
    (list.querySelector("button") ?? summary).focus();
  }
  show();
  return {element, show};
}
