// The script of every page's head: it loads the palette, the copied link and the embedded chart when they are needed.

const typed = "input, textarea, select, [contenteditable], .cm-editor";
const isApple = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

addEventListener("keydown", (event) => {
  const {key, altKey, ctrlKey, metaKey, shiftKey, target} = event;
  if (event.defaultPrevented || altKey || document.querySelector("dialog[open]") !== null) return;
  const isShortcut = key.toLowerCase() === "k" && !shiftKey && (isApple ? metaKey : ctrlKey);
  const isSlash = key === "/" && !ctrlKey && !metaKey && !(target instanceof Element && target.closest(typed));
  if (!isShortcut && !isSlash) return;
  event.preventDefault();
  void openPalette();
});

addEventListener("click", ({target}) => {
  if (!(target instanceof Element)) return;
  if (target.closest(".fb-find-open")) void openPalette();
  const fold = target.closest("details[id]:not(.fb-catalog *) > summary")?.parentElement;
  if (fold instanceof HTMLDetailsElement) keepFold(fold);
  const copying = target.closest<HTMLElement>(".fb-copy-link");
  if (copying) void import("./palette.js").then(({copyLink}) => copyLink(copying));
});

// The fold that was opened last is the fragment of the address, so that a copied link opens it.
function keepFold({id, open}: HTMLDetailsElement): void {
  if (open && location.hash !== `#${id}`) return; // it closes after the click
  history.replaceState(null, "", `${location.pathname}${location.search}${open ? "" : `#${id}`}`);
}

function openFold(): void {
  const fold = document.getElementById(location.hash.slice(1));
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}

for (const type of ["DOMContentLoaded", "hashchange"]) addEventListener(type, openFold);

async function openPalette(): Promise<void> {
  const {openPalette: open} = await import("./palette.js");
  open();
}

const {embed} = document.documentElement.dataset;
if (embed) void import("./embed.js").then(({showAlone}) => showAlone(embed));
