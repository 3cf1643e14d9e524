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
  const copying = target.closest<HTMLElement>(".fb-copy-link");
  if (copying) void import("./palette.js").then(({copyLink}) => copyLink(copying));
});

async function openPalette(): Promise<void> {
  const {openPalette: open} = await import("./palette.js");
  open();
}

const {embed} = document.documentElement.dataset;
if (embed) void import("./embed.js").then(({showAlone}) => showAlone(embed));
