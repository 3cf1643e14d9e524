import type {Range} from "./model.js";
import type {Track} from "./runs.js";

/** A message to the linked charts of a page: the time of the cursor, the zoom (null: none), or the width of the value axis. */
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

/** The width of a chart's value axis: `axis`, or if the chart is linked the widest of the linked charts. */
export function sharedAxis(figure: HTMLElement, axis: number): number {
  if (figure.dataset.linked === undefined) return axis;
  figure.dataset.axis = String(axis);
  const linked = figure.ownerDocument.querySelectorAll<HTMLElement>("figure[data-linked]");
  return Math.max(axis, ...[...linked].map(({dataset}) => Number(dataset.axis ?? 0)));
}

// A page runs a chart's expression again when its zoom changes, with finer rows: a new chart takes the old one's place, and
// gets its state from here. Updating the old chart instead would need two patches of Framework, and draws as much.

/** State that a chart hands over to the next chart of the same `id`. */
export interface Handover {
  tableOpen: boolean;
  isExact?: boolean;
  /** The time of its cursor, if it has the focus; a pointer alone leaves none. */
  time?: number | null;
  outline: {full: string; track: Track} | null;
  /** The reader's zoom: null is the whole range, undefined none yet. */
  zoomed?: Range | null;
  range?: string;
  /** Keys of the hidden series; undefined before the reader toggled any. */
  hidden?: readonly string[];
}

const handovers = new Map<string, Handover>();

/** The handover of an id, to be changed in place. */
export function handoverOf(id: string): Handover {
  const handover = handovers.get(id) ?? {tableOpen: false, outline: null};
  handovers.set(id, handover);
  return handover;
}
