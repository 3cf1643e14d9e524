/** What a view shows, as the URL says it: parameters by name. Those left out have their defaults. */
export type State = Readonly<Record<string, string>>;

const changed = new EventTarget();

/** The state that the address bar has. */
export function readState(): State {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Calls `listener` once, before the state is changed the next time. Returns how to leave that. */
export function beforeState(listener: () => void): () => void {
  changed.addEventListener("before", listener, {once: true});
  return () => changed.removeEventListener("before", listener);
}

/**
 * Changes some parameters of the URL (null removes one) and tells who listens. A change is a step of the browser's
 * history, so that Back undoes it, unless it is to replace the last one, as each letter of a search does.
 */
export function writeState(patch: Readonly<Record<string, string | null>>, {replace = false} = {}): void {
  changed.dispatchEvent(new Event("before"));
  const search = patched(location.search, patch);
  if (search === location.search) return;
  const url = `${location.pathname}${search}${location.hash}`;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  changed.dispatchEvent(new Event("change"));
}

/** Calls `listener` whenever the state changes, also by Back and Forward, as long as `element` is in the document. */
export function onState(element: Element, listener: () => void): void {
  const listening = new AbortController();
  const heard = () => (element.isConnected ? listener() : listening.abort());
  changed.addEventListener("change", heard, listening);
  window.addEventListener("popstate", heard, listening);
}

/** A URL's search text with some parameters changed, the others and their order kept; empty when none is left. */
export function patched(search: string, patch: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  // Commas and colons are allowed in a query and read better than %2C and %3A.
  const text = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");
  return text === "" ? "" : `?${text}`;
}

/** The state of a view, and where the reader finds it again: in the URL, or nowhere. */
export interface Kept<Value> {
  value: Value;
  /** Keeps what the reader chose. */
  keep(value: Value): void;
  /** Calls back with another value to show as long as the element is in the document, as where the reader goes back. */
  follow(element: Element, show: (value: Value) => void): void;
}

/** Keeps a state nowhere. */
export function unkept<Value>(value: Value): Kept<Value> {
  return {value, keep() {}, follow() {}};
}

/**
 * Keeps a state in parameters of the URL, of which only those that are not `usual` are there; `names` says which have other
 * names than in the state. Each change is a step of the browser's history, but for the letters of a `search` after the first.
 */
export function inUrl<Name extends string>(
  usual: Readonly<Record<Name, string>>,
  names: Readonly<Record<string, string>> = {}
): Kept<Record<Name, string>> {
  const all = Object.keys(usual) as Name[];
  const read = (): Record<Name, string> => {
    const state = readState();
    return Object.fromEntries(all.map((name) => [name, state[names[name] ?? name] ?? usual[name]])) as typeof usual;
  };
  return {
    value: read(),
    keep(value) {
      const patch = all.map((name) => [names[name] ?? name, value[name] === usual[name] ? null : value[name]]);
      const [before = "", search = ""] = [readState().search, "search" in value ? `${value.search}` : ""];
      const isTyping = before !== search && before !== "" && search !== "";
      writeState(Object.fromEntries(patch), {replace: isTyping});
    },
    follow: (element, show) => onState(element, () => show(read()))
  };
}
