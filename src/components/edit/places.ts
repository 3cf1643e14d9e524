import {html} from "../parts/dom.js";

/** Where the blocks of a page are shown, and what stands between them. */
export interface Places {
  readonly root: ShadowRoot;
  /** Finds the blocks of the page as it is now. */
  arrange(): void;
  /** The strip above a block, made at first; of a page that cannot be shown all are at its end. */
  above(number: number): HTMLElement;
  /** Puts the editor of a block below the head of that block, that of a new one above the head of the next, or at the end. */
  put(element: HTMLElement, block: {number: number; isNew: boolean}): void;
  /** Resolves when blocks of the page were found anew. */
  followed(): Promise<void>;
  /** Whether the heads of blocks do nothing for now. */
  pause(isPaused: boolean): void;
}

/**
 * Makes room between the blocks of a page. The preview updates the children of `main` by their numbers, so nothing may stand
 * among them: they are shown in slots of a shadow tree, and what is between them is in that tree.
 */
export function makePlaces(main: HTMLElement): Places {
  const root = main.attachShadow({mode: "open", slotAssignment: "manual"});
  for (const link of document.querySelectorAll('head link[rel="stylesheet"]')) root.append(link.cloneNode());
  const lead = html("slot");
  const loose = html("div", {class: "fb-edit-loose"});
  root.append(lead, loose);
  root.addEventListener("click", (event) => onlyOnce(event as MouseEvent), {capture: true});
  const groups: {element: HTMLElement; slot: HTMLSlotElement}[] = [];
  const strips: HTMLElement[] = [];
  let groupOf: number[] = []; // by the number of the block

  const stripAt = (number: number) => (strips[number] ??= html("div", {class: "fb-edit-strip", role: "group"}));
  const arrange = () => {
    const {before, parts} = partsOf(main);
    lead.assign(...before);
    for (const {element} of groups.splice(parts.length)) {
      loose.before(...element.querySelectorAll(":scope > :not(slot, .fb-edit-strip)")); // an editor outlives its place
      element.remove();
    }
    parts.forEach(({nodes}, i) => {
      groups[i] ??= makeGroup(loose);
      groups[i].slot.assign(...nodes);
    });
    groupOf = parts.flatMap(({count}, i) => Array.from({length: count}, () => i));
    for (const strip of strips.splice(groupOf.length)) strip.remove();
    groupOf.forEach((group, number) => {
      const slot = groups[group]?.slot;
      const strip = stripAt(number);
      if (slot !== undefined && strip.parentNode !== slot.parentNode) slot.before(strip);
    });
    root.dispatchEvent(new Event("arrange"));
  };
  return {
    root,
    arrange: () => keepFocus(root, arrange),
    above(number) {
      const strip = stripAt(number);
      if (groupOf.length === 0 && !strip.isConnected) loose.append(strip);
      return strip;
    },
    put(element, {number, isNew}) {
      const strip = groupOf[number] === undefined ? loose : stripAt(number);
      const next = isNew || strip === loose ? strip : strip.nextSibling;
      if (next !== element && next?.previousSibling !== element)
        keepFocus(root, () => strip.parentNode?.insertBefore(element, next));
    },
    followed: () => new Promise((resolve) => root.addEventListener("arrange", () => resolve(), {once: true})),
    pause(isPaused) {
      strips.forEach((strip) => {
        strip.ariaDisabled = String(isPaused);
      });
    }
  };
}

function makeGroup(next: HTMLElement): {element: HTMLElement; slot: HTMLSlotElement} {
  const slot = html("slot");
  const element = html("div", {class: "fb-edit-group"}, slot);
  next.before(element);
  return {element, slot};
}

// The second click of a double click is where another block may be by now.
function onlyOnce(event: MouseEvent): void {
  const strip = event.target instanceof Element ? event.target.closest(".fb-edit-strip") : null;
  if (strip !== null && (strip.ariaDisabled === "true" || event.detail > 1)) event.stopPropagation();
}

// What is moved in a document loses the focus.
function keepFocus(root: ShadowRoot, act: () => void): void {
  const focused = root.activeElement;
  act();
  if (focused instanceof HTMLElement && focused !== root.activeElement) focused.focus({preventScroll: true});
}

interface Parts {
  before: Slottable[];
  /** What the marks of the preview begin; where one is within an element, that has `count` blocks. */
  parts: {count: number; nodes: Slottable[]}[];
}

type Slottable = Element | Text;

function partsOf(main: HTMLElement): Parts {
  const before: Slottable[] = [];
  const parts: Parts["parts"] = [];
  for (const node of main.childNodes) {
    if (isMark(node)) parts.push({count: 1, nodes: []});
    if (!(node instanceof Element || node instanceof Text)) continue;
    const part = parts.at(-1);
    if (part !== undefined) part.count += marksIn(node);
    (part?.nodes ?? before).push(node);
  }
  return {before, parts};
}

function marksIn(node: Node): number {
  const comments = document.createNodeIterator(node, NodeFilter.SHOW_COMMENT);
  let count = 0;
  for (let each = comments.nextNode(); each !== null; each = comments.nextNode()) if (isMark(each)) count++;
  return count;
}

function isMark(node: Node): boolean {
  return node.nodeType === Node.COMMENT_NODE && node.nodeValue === "block";
}
