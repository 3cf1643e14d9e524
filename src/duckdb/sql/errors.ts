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

const kept = new WeakMap<Node, HTMLElement>(); // by the comment node before which Framework puts a cell's output
const before = new WeakMap<Node, Node[]>(); // by the child of main that replaced an edited one

function look(records: MutationRecord[]): void {
  const removed = removedOf(records);
  const added = records.flatMap(({addedNodes}) => Array.from(addedNodes)).filter((node) => node.isConnected);
  pairEdited(records, removed);
  for (const node of added) {
    if (isError(node)) {
      node.hidden = failed.has(node.textContent?.trim() ?? "");
      nameLine(node);
    }
    const place = placeOf(node);
    if (place === null || isLoading(node) || isKept(node)) continue;
    if (isError(node)) dim(node, place, removed.get(place) ?? before.get(topOf(node)) ?? []);
    else forget(node, place);
  }
}

function dim(error: HTMLElement, place: Node, results: readonly Node[]): void {
  const last = kept.get(place) ?? document.createElement("div");
  if (!kept.has(place) && results.length === 0) return;
  if (!kept.has(place)) {
    last.className = "fb-last";
    last.inert = true;
    last.append(...results);
    kept.set(place, last);
  }
  error.after(last);
}

function forget(node: Node, place: Node): void {
  kept.get(place)?.remove();
  kept.delete(place);
  before.delete(topOf(node));
}

// Removed results by their cell's comment node.
function removedOf(records: readonly MutationRecord[]): Map<Node, Node[]> {
  const nexts = new Map<Node, Node | null>();
  for (const {removedNodes, nextSibling} of records) for (const node of removedNodes) nexts.set(node, nextSibling);
  const found = new Map<Node, Node[]>();
  for (const node of nexts.keys()) {
    if (isError(node) || isLoading(node) || isKept(node)) continue;
    let next = nexts.get(node) ?? null;
    for (let steps = 0; next !== null && nexts.has(next) && steps < nexts.size; steps++) next = nexts.get(next) ?? null;
    if (next !== null && isPlace(next)) found.set(next, [...(found.get(next) ?? []), node]);
  }
  return found;
}

// Pairs edited children of main with their replacements, which a preview inserts in the same step.
function pairEdited(records: readonly MutationRecord[], removed: ReadonlyMap<Node, Node[]>): void {
  const ofMain = records.filter(({target}) => target.nodeName === "MAIN");
  const gone = ofMain.flatMap(({removedNodes}) => Array.from(removedNodes)).filter(isElement);
  const come = ofMain.flatMap(({addedNodes}) => Array.from(addedNodes)).filter(isElement);
  if (gone.length !== come.length) return;
  come.forEach((block, i) => {
    const old = gone[i];
    if (old === undefined) return;
    const last = Array.from(old.querySelectorAll(".fb-last"), ({childNodes}) => Array.from(childNodes)).flat();
    const results = Array.from(removed).flatMap(([place, nodes]) => (old.contains(place) ? nodes : []));
    const nodes = [...last, ...results, ...(before.get(old) ?? [])];
    if (nodes.length > 0) before.set(block, nodes);
  });
}

function topOf(node: Node): Node {
  let top = node;
  while (top.parentNode !== null && top.parentNode.nodeName !== "MAIN") top = top.parentNode;
  return top;
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
