import {onWidth} from "../chart/shell.js";

/** Pixels in which charts draw time where nobody can measure: of a window of 1 100 px. */
export const usualWidth = 960;

const beside = 94; // a card's padding and border, and the value axis
const least = 160;

/** Pixels in which charts draw time in the page's column, before any is there. */
export function measureWidth(): number {
  const column = document.querySelector("#observablehq-main")?.clientWidth ?? 0;
  return column === 0 ? usualWidth : plotWidth(column);
}

/** Calls back with the pixels in which charts draw time, whenever an element as wide as their column gets another width. */
export function onPlotWidth(element: Element, callback: (width: number) => void): void {
  onWidth(element, (column) => callback(plotWidth(column)));
}

function plotWidth(column: number): number {
  return Math.max(least, column - beside);
}
