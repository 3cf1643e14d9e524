import type {Outline, Range} from "./model.js";

/**
 * What one chart tells the others of its page: where its cursor stands (null: nowhere), what it is zoomed to, or how much
 * room its value axis has.
 */
export type Message = {time: number | null} | {range: Range | null} | {axis: number};

const type = "fb-message";

/** Makes a chart's figure hear what other linked charts of its page tell. */
export function listenToLinked(figure: HTMLElement, heard: (message: Message) => void): void {
  figure.dataset.linked = "";
  figure.addEventListener(type, (event) => heard((event as CustomEvent<Message>).detail));
}

/** Tells the other linked charts of the page; a chart that is not linked tells nobody. */
export function tellLinked(figure: HTMLElement, message: Message): void {
  if (figure.dataset.linked === undefined) return;
  for (const other of figure.ownerDocument.querySelectorAll("figure[data-linked]")) {
    if (other !== figure) other.dispatchEvent(new CustomEvent(type, {detail: message}));
  }
}

/** The room that the widest value axis needs: of a chart, which needs `axis`, and of all others of its page if it is linked. */
export function sharedAxis(figure: HTMLElement, axis: number): number {
  if (figure.dataset.linked === undefined) return axis;
  figure.dataset.axis = String(axis);
  const linked = figure.ownerDocument.querySelectorAll<HTMLElement>("figure[data-linked]");
  return Math.max(axis, ...[...linked].map(({dataset}) => Number(dataset.axis ?? 0)));
}

// A page makes a chart anew, with finer rows, when its zoom changes: to update the old one, each page would have to keep it.
// What the reader left of it is handed over to the next one of its title here, and nowhere else.

/** What a chart leaves to the next one of its title. */
export interface Handover {
  tableOpen: boolean;
  /** The outline of the whole range. */
  outline: {full: string; outline: Outline} | null;
  /** What the reader zoomed to, null: all of it; undefined: the reader did not zoom. Of linked charts it has no title. */
  zoomed?: Range | null;
  /** The range that the page asked for. */
  asked?: string;
  /** Keys of the series that the reader left switched off; undefined: the reader switched none. */
  hidden?: readonly string[];
}

const most = 20; // titles
const handovers = new Map<string, Handover>();

/** What the last chart of a title left, to be changed in place. */
export function handoverOf(title: string): Handover {
  const handover = handovers.get(title) ?? {tableOpen: false, outline: null};
  handovers.delete(title);
  handovers.set(title, handover);
  const [oldest] = handovers.keys();
  if (handovers.size > most && oldest !== undefined) handovers.delete(oldest);
  return handover;
}

interface Focus {
  title: string;
  time: number | null;
  until: number;
}

/** How long a page may take to replace a chart, in ms. */
const patience = 5000;
let held: Focus | null = null;

/** Remembers a focused chart and its cursor for the next one of its title. */
export function holdFocus(title: string, time: number | null, surface: Element, now = performance.now()): void {
  held = surface === surface.ownerDocument.activeElement ? {title, time, until: now + patience} : null;
}

/** The cursor's time if a chart of this title is to take over the focus: once, soon, and only if nothing else has it. */
export function takeFocus(title: string, surface: Element, now = performance.now()): number | null | undefined {
  const {activeElement, body} = surface.ownerDocument;
  if (held === null || held.title !== title || !surface.isConnected || activeElement === surface) return undefined;
  const {time, until} = held;
  held = null;
  return now <= until && (activeElement === null || activeElement === body) ? time : undefined;
}
