import {html} from "../ui/elements/dom.js";

/** The places of the blocks of a page, with a strip above each. */
export interface Places {
  readonly root: ShadowRoot;
  /** The strips above so many blocks. If the page cannot be shown, they stand at its end. Other strips become empty. */
  strips(count: number): HTMLElement[];
  /** Puts the editor of a block below its strip, and of a new block above the strip of the next block. */
  put(element: HTMLElement, number: number, isNew: boolean): void;
  /** Resolves when the page has changed. */
  changed(): Promise<void>;
}

interface Place {
  element: HTMLElement;
  strip: HTMLElement;
  slot: HTMLSlotElement;
}

/**
 * Makes room between the blocks of a page. The preview updates the children of `main` by their numbers, so nothing may be added
 * among them: a shadow tree shows them in slots, with the strips and editors between the slots.
 */
export function makePlaces(main: HTMLElement, onChange: () => void): Places {
  const root = main.attachShadow({mode: "open", slotAssignment: "manual"});
  for (const link of document.querySelectorAll('head link[rel="stylesheet"]')) root.append(link.cloneNode());
  const lead = root.appendChild(html("slot"));
  const places: Place[] = [];
  let waiting: (() => void)[] = [];

  function arrange(): void {
    const [before = [], ...parts] = partsOf(main);
    lead.assign(...before);
    for (const [i, nodes] of parts.entries()) placeAt(i).slot.assign(...nodes);
    for (const {slot} of places.slice(parts.length)) slot.assign();
  }
  function placeAt(number: number): Place {
    const known = places[number];
    if (known !== undefined) return known;
    const [strip, slot] = [html("div", {class: "fb-edit-strip", role: "group"}), html("slot")];
    strip.addEventListener("click", onlyOnce, {capture: true});
    const element = root.appendChild(html("div", {class: "fb-edit-place"}, strip, slot));
    const place = {element, strip, slot};
    places[number] = place;
    return place;
  }

  new MutationObserver(() => {
    arrange(); // before the next frame, which shows only slotted nodes
    for (const resolve of waiting) resolve();
    waiting = [];
    onChange();
  }).observe(main, {childList: true});
  arrange();
  return {
    root,
    strips(count) {
      for (const {strip} of places.slice(count)) strip.replaceChildren();
      return Array.from({length: count}, (_, number) => placeAt(number).strip);
    },
    put(element, number, isNew) {
      const {element: place, strip} = placeAt(number);
      if (isNew) place.before(element);
      else if (strip.nextSibling !== element) strip.after(element);
    },
    changed: () => new Promise((resolve) => waiting.push(resolve))
  };
}

// The second click of a double click may be on another block.
function onlyOnce(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

type Slottable = Element | Text;

// The nodes before all blocks, then the nodes of each block. An element with several blocks belongs to the last.
function partsOf(main: HTMLElement): Slottable[][] {
  const parts: Slottable[][] = [[]];
  for (const node of main.childNodes) {
    for (let marks = marksIn(node); marks > 0; marks--) parts.push([]);
    if (node instanceof Element || node instanceof Text) parts.at(-1)?.push(node);
  }
  return parts;
}

function marksIn(node: Node): number {
  const comments = document.createNodeIterator(node, NodeFilter.SHOW_COMMENT);
  let count = 0;
  for (let each = comments.nextNode(); each !== null; each = comments.nextNode())
    if (each.nodeValue === "block") count++;
  return count;
}
