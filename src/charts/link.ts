import type {Outline, Range} from "./model.js";

/**
 * What a chart sends to the linked charts of its page: the time of its cursor (null: none), its zoom (null: none), or
 * the width of its value axis.
 */
export type Message = {time: number | null} | {range: Range | null} | {axis: number};

const type = "fb-message";

/** Marks a chart's figure as linked, and receives the messages of the page's other linked charts. */
export function listenToLinked(figure: HTMLElement, receive: (message: Message) => void): void {
  figure.dataset.linked = "";
  figure.addEventListener(type, (event) => receive((event as CustomEvent<Message>).detail));
}

/** Sends a message to the other linked charts of the page, if this chart is linked. */
export function notifyLinked(figure: HTMLElement, message: Message): void {
  if (figure.dataset.linked === undefined) return;
  for (const other of figure.ownerDocument.querySelectorAll("figure[data-linked]")) {
    if (other !== figure) other.dispatchEvent(new CustomEvent(type, {detail: message}));
  }
}

/**
 * The width of a chart's value axis: `axis`, which it needs itself, or if linked the widest of the page's linked
 * charts.
 */
export function sharedAxis(figure: HTMLElement, axis: number): number {
  if (figure.dataset.linked === undefined) return axis;
  figure.dataset.axis = String(axis);
  const linked = figure.ownerDocument.querySelectorAll<HTMLElement>("figure[data-linked]");
  return Math.max(axis, ...[...linked].map(({dataset}) => Number(dataset.axis ?? 0)));
}

// When its zoom changes, a page runs the expression of a chart again with finer rows: a new chart takes the old one's place, and
// gets its state from here, by its title. To update the old chart instead, Framework would need two patches: it does not
// say for which place an expression runs, and it removes a node before it puts the same one in, which ends focus and
// scrolling. These 30 lines would become a map of charts and a rule for each part of an update. Measured on /prices: a zoom
// draws each chart twice either way, in the gesture and with the new rows; an update would save 50 of 220 elements.

/** State for the next chart of the same title. */
export interface Handover {
  tableOpen: boolean;
  /** The time of its cursor, if it has the focus: where only a pointer is, the next has none. */
  time?: number | null;
  /** The outline of the whole range. */
  outline: {full: string; outline: Outline} | null;
  /** The reader's zoom: null is the whole range, undefined none. Linked charts keep it under an empty title. */
  zoomed?: Range | null;
  /** The `range` option of the last chart, as text. */
  asked?: string;
  /** Keys of the series that are off; undefined if the reader toggled none. */
  hidden?: readonly string[];
}

const most = 20; // titles
const handovers = new Map<string, Handover>();

/** The handover of a title, to be changed in place. */
export function handoverOf(title: string): Handover {
  const handover = handovers.get(title) ?? {tableOpen: false, outline: null};
  handovers.delete(title);
  handovers.set(title, handover);
  const [oldest] = handovers.keys();
  if (handovers.size > most && oldest !== undefined) handovers.delete(oldest);
  return handover;
}
