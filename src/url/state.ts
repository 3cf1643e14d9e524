/** The state of a page in the URL: parameters by name. Parameters that are left out have their defaults. */
export type State = Readonly<Record<string, string>>;

const changed = new EventTarget();

/** The state in the address bar. While the page becomes a file, `fbState` notes which parameters it reads. */
export function readState(): State {
  return Reflect.get(globalThis, "fbState")?.() ?? Object.fromEntries(new URLSearchParams(location.search));
}

/** Reports a parameter whose value an input ignored; an export then refuses the address. */
export function reportRefused(name: string, text: string | undefined, value: unknown): void {
  if (text !== undefined && String(value) !== text) Reflect.get(globalThis, "fbRefused")?.add(`${name}=${text}`);
}

/** Calls `listener` whenever the state changes, also by Back and Forward, as long as `element` is in the document. */
export function onState(element: Element, listener: () => void): void {
  const listening = new AbortController();
  const onChange = () => (element.isConnected ? listener() : listening.abort());
  changed.addEventListener("change", onChange, listening);
  window.addEventListener("popstate", onChange, listening);
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

/** The state of a view, which is kept in the URL or nowhere. */
export interface Kept<Value> {
  value: Value;
  /**
   * Keeps the reader's choice. It adds an entry to the browser's history, so that Back undoes it; with `replace` it
   * replaces the last entry.
   */
  keep(value: Value, options?: {replace?: boolean}): void;
  /** Calls `show` when the state changes from outside, such as by Back, as long as the element is in the document. */
  follow(element: Element, show: (value: Value) => void): void;
}

/** A state that is not kept. */
export function unkept<Value>(value: Value): Kept<Value> {
  return {value, keep() {}, follow() {}};
}

/** Parameters by name; null where a parameter is not in the URL. */
type Parameters<Usual> = {[Name in keyof Usual]: Usual[Name] extends string ? string : string | null};

/**
 * Reads and writes a part of the state in the URL: the parameters that `usual` has, each with its default, or null. A
 * default is left out of the URL. `names` has the parameters whose names differ from the state's. Further letters of a
 * `search` replace the last entry of the browser's history.
 */
export function inUrl<const Usual extends Readonly<Record<string, string | null>>>(
  usual: Usual,
  names: Readonly<Record<string, string>> = {}
): Kept<Parameters<Usual>> {
  const all = Object.keys(usual);
  const read = () => {
    const state = readState();
    return Object.fromEntries(
      all.map((name) => [name, state[names[name] ?? name] ?? usual[name]])
    ) as Parameters<Usual>;
  };
  return {
    value: read(),
    keep(value, {replace = isTyping(value)} = {}) {
      const patch = all.map((name) => [names[name] ?? name, value[name] === usual[name] ? null : value[name]]);
      write(Object.fromEntries(patch), replace);
    },
    follow: (element, show) => onState(element, () => show(read()))
  };
}

function isTyping({search: after = ""}: {search?: string | null}): boolean {
  const {search: before = ""} = readState();
  return before !== after && before !== "" && after !== "";
}

function write(patch: Readonly<Record<string, string | null>>, replace: boolean): void {
  const search = patched(location.search, patch);
  if (search === location.search) return;
  const url = `${location.pathname}${search}${location.hash}`;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  changed.dispatchEvent(new Event("change"));
}
