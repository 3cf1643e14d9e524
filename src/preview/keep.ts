// Only a preview loads this. An update removes the line under the title while it fetches the page's new data, and shows
// the new time before DuckDB has answered. This keeps the old line until the figures below are up to date.
const main = document.querySelector("main");
let old: HTMLElement | null = null;

new MutationObserver((records) => {
  for (const {addedNodes, removedNodes, target, nextSibling} of records) {
    const [gone] = Array.from(removedNodes).filter(isLine);
    if (gone !== undefined && old === null) {
      old = gone.cloneNode(true) as HTMLElement;
      old.dataset.old = "";
      target.insertBefore(old, nextSibling?.parentNode === target ? nextSibling : null);
    }
    for (const line of Array.from(addedNodes).filter(isLine)) void showQuiet(line);
  }
}).observe(main ?? document.body, {childList: true, subtree: true});

function isLine(node: Node): node is HTMLElement {
  return node instanceof HTMLElement && node.classList.contains("fb-note") && node.dataset.old === undefined;
}

async function showQuiet(line: HTMLElement): Promise<void> {
  if (old === null) return;
  line.style.display = "none";
  // Queries start some frames after the line is shown.
  for (let quiet = 0; quiet < 6; quiet++) {
    await new Promise(requestAnimationFrame);
    if (document.documentElement.hasAttribute("data-busy")) quiet = 0;
  }
  line.style.display = "";
  if (!line.isConnected) return;
  old?.remove();
  old = null;
}

export {};
