import type {Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {html} from "../dom.js";

const hour = 3_600_000;

/**
 * When funding is paid next, in epoch milliseconds: intervals of so many hours follow each other from midnight UTC on
 * 1970-01-01 on. NaN where there is no interval.
 */
export function nextFunding(intervalHours: Quantity, now: number): number {
  const interval = toNumber(intervalHours) * hour;
  return interval > 0 ? (Math.floor(now / interval) + 1) * interval : NaN;
}

/** The time until funding is paid next, as hours, minutes and seconds; a dash where there is no interval. */
export function countdown(intervalHours: Quantity, now = Date.now()): HTMLElement {
  const hours = toNumber(intervalHours);
  const element = html("time", {class: "fb-countdown", "data-hours": hours > 0 ? hours : null}, "–");
  tick(element, now);
  return element;
}

/** Brings the countdowns below an element up to date. */
export function tickCountdowns(root: Element, now = Date.now()): void {
  for (const element of root.querySelectorAll<HTMLElement>(".fb-countdown[data-hours]")) tick(element, now);
}

function tick(element: HTMLElement, now: number): void {
  const next = nextFunding(Number(element.dataset.hours ?? NaN), now);
  if (Number.isNaN(next)) return;
  element.textContent = clock(next - now);
  element.title = `at ${new Date(next).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
