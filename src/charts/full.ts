import {button} from "../ui/elements/dom.js";

// A page replaces a chart when its zoom changes. So what fills the screen is an element around it that stays.
const stays = ".fb-card, .card, .observablehq--block";

/** The item of a chart's menu that shows the chart alone on the whole screen; null where the browser cannot. */
export function fullItem(id: string, figure: HTMLElement): HTMLElement | null {
  if (!document.fullscreenEnabled) return null;
  return button("Full screen", () => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const place = figure.closest<HTMLElement>(stays) ?? figure;
    place.dataset.full = id;
    place.requestFullscreen().catch(() => delete place.dataset.full); // the browser may refuse
  });
}

const charts = new WeakMap<Element, {id: string; show: () => void}>();

/** Calls back when the screen begins or ceases to show one chart alone, as long as the figure is in the document. */
export function onFull(id: string, figure: HTMLElement, show: () => void): void {
  charts.set(figure, {id, show});
  document.addEventListener("fullscreenchange", update); // one listener for all charts
  if (document.documentElement.dataset.embed) addEventListener("resize", update);
}

function update(): void {
  const shown = document.fullscreenElement;
  for (const figure of document.querySelectorAll<HTMLElement>("figure")) {
    const chart = charts.get(figure);
    if (chart === undefined) continue;
    figure.hidden = shown instanceof HTMLElement && shown.contains(figure) && shown.dataset.full !== chart.id;
    chart.show();
  }
}

const least = 200;
const beside = 120; // px of the head, the strip and the edges
const source = 28; // px of the line below an embedded chart

function topOf(figure: HTMLElement): number {
  return figure.querySelector(".fb-body")?.getBoundingClientRect().top ?? beside;
}

/** The height of a chart's plot that is alone on the whole screen, or in the window by `?embed=`; undefined while it is in the page. */
export function fullHeight(id: string, figure: HTMLElement): number | undefined {
  const shown = document.fullscreenElement;
  if (figure.dataset.alone !== undefined) return Math.max(least, innerHeight - topOf(figure) - source);
  if (!(shown instanceof HTMLElement) || shown.dataset.full !== id || !shown.contains(figure)) return undefined;
  return Math.max(least, innerHeight - beside);
}

/** The height of a plot that fills the first screen: what the head of the page and a few lines below the plot leave of the window. */
export function tallHeight(): number {
  const {clientWidth = 0, clientHeight = 0} = globalThis.document?.documentElement ?? {};
  return Math.round(Math.max(300, Math.min(720, clientHeight - (clientWidth <= narrow ? 324 : 420))));
}

const narrow = 640;
