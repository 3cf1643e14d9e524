const failed = new Set<string>();
let observed: Node | null = null;

/** Hides the errors of cells that depend on a failed query: Framework repeats its error in each of them. */
export function hideRepeats(message: string): void {
  failed.add(`RuntimeError: ${message}`);
}

/** Watches the page's cells: an error names the line of its block, with the last result below it. */
export function keepResults(): void {
  const cells = document.querySelector("main") ?? document.body;
  if (observed === cells) return;
  observed = cells;
  for (const error of cells.querySelectorAll(".observablehq--error")) nameLine(error);
  new MutationObserver(look).observe(cells, {childList: true, subtree: true});
}

// The build writes the line of each cell into the head of the page.
function nameLine(error: Element): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="feedbook-lines"]')?.content;
  const id = placeOf(error)?.nodeValue?.slice(1, -1);
  const {path, lines} = JSON.parse(meta ?? "{}");
  if (id === undefined || lines?.[id] === undefined) return;
  (error.querySelector(".observablehq--inspect") ?? error).append(`\n\nin the block at line ${lines[id]} of ${path}`);
}

// By the comment node before which Framework puts a cell's output: the nodes of its last result.
const results = new WeakMap<Node, readonly Node[]>();

function look(records: MutationRecord[]): void {
  for (const node of records.flatMap(({addedNodes}) => Array.from(addedNodes)).filter((each) => each.isConnected)) {
    if (isError(node)) {
      node.hidden = failed.has(node.textContent?.trim() ?? "");
      nameLine(node);
    }
    const place = placeOf(node);
    if (place === null || isLoading(node) || isKept(node)) continue;
    const nodes = results.get(place) ?? [];
    const last = nodes.map(({parentElement}) => parentElement).find((parent) => parent !== null && isKept(parent));
    if (!isError(node)) {
      last?.remove();
      results.set(place, [...nodes.filter((each) => each.isConnected), node]);
    } else if (nodes.length > 0) {
      node.after(last ?? dimmed(nodes));
      results.set(place, nodes);
    }
  }
}

function dimmed(nodes: readonly Node[]): HTMLElement {
  const element = document.createElement("div");
  element.className = "fb-last";
  element.inert = true;
  element.append(...nodes);
  return element;
}

function placeOf(node: Node): Node | null {
  let next = node.nextSibling;
  while (next !== null && !isPlace(next)) next = next.nextSibling;
  return next;
}

// Framework marks cells with comments such as `<!--:0123abcd:-->`.
function isPlace(node: Node): boolean {
  return node.nodeType === Node.COMMENT_NODE && /^:[0-9a-f]{8}(?:-\d+)?:$/.test(node.nodeValue ?? "");
}

function isElement(node: Node): node is HTMLElement {
  return node instanceof HTMLElement;
}

function isError(node: Node): node is HTMLElement {
  return isElement(node) && node.matches(".observablehq--error");
}

function isLoading(node: Node): boolean {
  return node.nodeName === "OBSERVABLEHQ-LOADING";
}

function isKept(node: Node): boolean {
  return isElement(node) && node.className === "fb-last";
}
