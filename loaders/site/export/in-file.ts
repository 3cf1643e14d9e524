// Scripts of an exported file.

/**
 * The script that runs first: it gives modules their files, and the page the address of its view, or of another if it has an
 * engine. Links to other pages become plain text.
 */
export function startOf(view: string, {hasEngine, now}: {hasEngine: boolean; now: Date}): string {
  return `{
globalThis.fbFiles = JSON.parse(document.getElementById("fb-files").textContent);
const hasEngine = ${hasEngine};
const search = ${json(view)};
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
${hasEngine ? held : stoppedAt(now)}
new MutationObserver(() => plain(document)).observe(document, {subtree: true, childList: true, attributeFilter: ["href"]});
addEventListener("click", (event) => event.target.closest?.("[data-plain]") && event.stopImmediatePropagation(), true);
}`;
}

// Decodes what the engine needs when it starts. A worker of a file is a classic script, and can fetch only `data:`.
const held = `const text = (id) => document.getElementById(id).textContent;
const inflated = async (id) => {
  const bytes = Uint8Array.from(atob(text(id)), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};
globalThis.fbHeld = {
  async worker() {
    const module = "self.fbModule = 'data:application/gzip;base64," + text("fb-module") + "';";
    const script = new Blob([module, await inflated("fb-worker")], {type: "text/javascript"});
    return new Worker(URL.createObjectURL(script));
  },
  data: async () => new Uint8Array(await inflated("fb-data"))
};`;

/** A script that stops the clock at the export, so that queries with the present time find their answers. */
export function stoppedAt(now: Date): string {
  return `globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) => Reflect.construct(date, given.length > 0 ? given : [${+now}], target),
  apply: (date) => String(new date(${+now})),
  get: (date, name) => (name === "now" ? () => ${+now} : date[name])
});`;
}

/** A value as JSON that cannot end the script element that it stands in. */
export function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
