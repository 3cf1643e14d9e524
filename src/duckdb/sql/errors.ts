const failed = new Set<string>();
let observed: Node | null = null;

/** Hides the errors of cells that depend on a failed query: Framework repeats its error in each of them. */
export function hideRepeats(message: string): void {
  failed.add(`RuntimeError: ${message}`);
}

/**
 * Watches the page's cells from now on. An error names the line of its block. Where Framework replaces a result by an
 * error, the result stays below it, dimmed, until there is a new one, also if the cell is edited in between.
 */
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
const inherited = new WeakMap<Node, readonly Node[]>(); // by the child of main that replaced an edited one

function look(records: MutationRecord[]): void {
  pairEdited(records.filter(({target}) => target.nodeName === "MAIN"));
  for (const node of records.flatMap(({addedNodes}) => Array.from(addedNodes)).filter((each) => each.isConnected)) {
    if (isError(node)) {
      node.hidden = failed.has(node.textContent?.trim() ?? "");
      nameLine(node);
    }
    const place = placeOf(node);
    if (place === null || isLoading(node) || isKept(node)) continue;
    const nodes = resultOf(place);
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

// A cell of an edited block has the results of the old block until it has its own.
function resultOf(place: Node): readonly Node[] {
  let top = place;
  while (top.parentNode !== null && top.parentNode.nodeName !== "MAIN") top = top.parentNode;
  return results.get(place) ?? inherited.get(top) ?? [];
}

// Pairs edited children of main with their replacements, which a preview inserts in the same step.
function pairEdited(records: readonly MutationRecord[]): void {
  const gone = records.flatMap(({removedNodes}) => Array.from(removedNodes)).filter(isElement);
  const come = records.flatMap(({addedNodes}) => Array.from(addedNodes)).filter(isElement);
  if (gone.length !== come.length) return;
  for (const [i, old] of gone.entries()) inherited.set(come[i] ?? old, placesIn(old).flatMap(resultOf));
}

function placesIn(node: Node): Node[] {
  return isPlace(node) ? [node] : Array.from(node.childNodes).flatMap(placesIn);
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
