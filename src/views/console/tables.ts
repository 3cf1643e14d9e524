import {html} from "../../ui/elements/dom.js";
import type {CatalogTable} from "../catalog/catalog.js";
import {type BrowserOptions, schemaBrowser} from "./browser.js";

/** The column beside the editor, with all that SQL can name: it says so while that is on its way, or why it does not come. */
export function tablesAside(tables: Promise<readonly CatalogTable[]>, options: BrowserOptions): HTMLElement {
  const loading = html("p", {class: "fb-console-note", role: "status"}, "Loading tables …");
  const heading = html("h2", {}, "Tables and named queries");
  const element = html("aside", {"aria-label": "Tables and named queries"}, heading, loading);
  void tables.then(
    (all) => loading.replaceWith(schemaBrowser(all, options)),
    () => {
      loading.textContent = "The list of tables did not load: reload the page to try again. Queries run without it.";
    }
  );
  return element;
}
