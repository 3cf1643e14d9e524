// Scripts of an exported file.

/** The address parameters of the view, and whether the file has an engine for others. */
export interface FileView {
  search: string;
  hasEngine: boolean;
}

/** The script that runs first: it gives modules their files, and the page its address. Links to other pages are plain text. */
export function startOf({search, hasEngine}: FileView): string {
  return `{
globalThis.fbFiles = JSON.parse(document.getElementById("fb-files").textContent);
const hasEngine = ${hasEngine};
const search = ${json(search)};
if (location.search !== search && !(hasEngine && location.search))
  history.replaceState(null, "", (search || location.pathname) + location.hash);
const isOwn = (link) => hasEngine && link.pathname === location.pathname;
const plain = (root) => {
  for (const link of root.querySelectorAll("a[href]"))
    if (link.protocol === location.protocol && !link.getAttribute("href").startsWith("#") && !isOwn(link)) {
      link.removeAttribute("href");
      link.dataset.plain = "";
    }
};
new MutationObserver(() => plain(document)).observe(document, {subtree: true, childList: true, attributeFilter: ["href"]});
addEventListener("click", (event) => event.target.closest?.("[data-plain]") && event.stopImmediatePropagation(), true);
}`;
}

/** A value as JSON that cannot end the script element that it stands in. */
export function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
