import {readState, writeState} from "../../lib/state.js";
import type {CatalogOptions} from "../catalog/catalog.js";

/**
 * Options of `catalog` that keep its state in the URL: `search`, and the table that is open as its fragment, so that
 * `/data#prices` is a link to it. A fragment that comes later opens its table too.
 */
export function tablesState(): Required<CatalogOptions> {
  addEventListener("hashchange", reveal);
  requestAnimationFrame(reveal); // the table is not in the page yet
  return {
    search: readState().search ?? "",
    open: openIn(location.hash),
    onChange({search, open}) {
      if (openIn(location.hash) !== open)
        history.replaceState(null, "", `${location.pathname}${location.search}${open && `#${open}`}`);
      writeState({search: search || null}, {replace: true});
    }
  };
}

// Ids are plain letters, so nothing needs decoding.
function openIn(hash: string): string {
  return hash.slice(1);
}

function reveal(): void {
  const id = openIn(location.hash);
  const found = id === "" ? null : (document.getElementById(id) ?? document.getElementById(`store-${id}`));
  if (!(found instanceof HTMLDetailsElement)) return;
  found.open = true;
  found.scrollIntoView();
}
