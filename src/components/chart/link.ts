import type {Range} from "./model.js";

/**
 * What one chart tells the others of its page: where its cursor stands (null: nowhere), what it is zoomed to, or how much
 * room its value axis has.
 */
export type Told = {time: number | null} | {range: Range | null} | {axis: number};

const type = "fb-told";

/** Makes a chart's figure hear what other linked charts of its page tell. */
export function listenToLinked(figure: HTMLElement, heard: (told: Told) => void): void {
  figure.dataset.linked = "";
  figure.addEventListener(type, (event) => heard((event as CustomEvent<Told>).detail));
}

/** Tells the other linked charts of the page; a chart that is not linked tells nobody. */
export function tellLinked(figure: HTMLElement, told: Told): void {
  if (figure.dataset.linked === undefined) return;
  for (const other of figure.ownerDocument.querySelectorAll("figure[data-linked]")) {
    if (other !== figure) other.dispatchEvent(new CustomEvent(type, {detail: told}));
  }
}

/** The room that the widest value axis needs: of a chart, which needs `axis`, and of all others of its page if it is linked. */
export function sharedAxis(figure: HTMLElement, axis: number): number {
  if (figure.dataset.linked === undefined) return axis;
  figure.dataset.axis = String(axis);
  const linked = figure.ownerDocument.querySelectorAll<HTMLElement>("figure[data-linked]");
  return Math.max(axis, ...[...linked].map(({dataset}) => Number(dataset.axis ?? 0)));
}
