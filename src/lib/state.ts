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
