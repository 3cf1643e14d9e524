import {formatAge, formatUtc, type Instant, missing, type Quantity, toMs, toNumber} from "../../lib/format.js";
import {html, set} from "./dom.js";

/** When a feed pays next: as its service says, if it does, and its interval. */
export interface Payment {
  nextFundingAt?: Instant | null | undefined;
  intervalHours?: Quantity;
}

const hour = 3_600_000;

/**
 * The next instant of payment after `now`, both in epoch milliseconds: where the service said one, that, or whole intervals
 * after it; else on the grid of the interval in UTC, as every 8 hours from midnight. NaN without either.
 */
export function nextPayment({nextFundingAt, intervalHours}: Payment, now: number): number {
  const told = toMs(nextFundingAt);
  if (told > now) return told;
  const interval = toNumber(intervalHours) * hour;
  const start = Number.isNaN(told) ? 0 : told;
  return interval > 0 ? start + (Math.floor((now - start) / interval) + 1) * interval : NaN;
}

/** A time that is left, in milliseconds, as a clock: `4:58:12`. Calm, as text that changes once a minute: `4 h 58 min`. */
export function formatLeft(ms: number, {calm = false} = {}): string {
  if (Number.isNaN(ms)) return missing;
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (calm) return formatAge(60 * Math.ceil(seconds / 60));
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3600)}:${minutes}:${rest}`;
}

/**
 * What is left until a feed's next payment after `now`, in epoch milliseconds. Screen readers do not hear each second, and
 * where the reader wants less motion it changes once a minute.
 */
export function countdown({nextFundingAt, intervalHours}: Payment, now: number): HTMLElement {
  const [told, hours] = [toMs(nextFundingAt), toNumber(intervalHours)];
  const time = html("time", {
    ...{role: "timer", "aria-live": "off", class: "fb-left"},
    "data-told": Number.isNaN(told) ? null : told,
    "data-hours": Number.isNaN(hours) ? null : hours
  });
  tick(time, now, wantsCalm());
  return time;
}

/** Brings the countdowns below an element up to date each second, as long as it is in the document. */
export function countDown(root: Element, clock: () => number): void {
  const timer = setInterval(() => {
    if (!root.isConnected) return clearInterval(timer);
    const [now, calm] = [clock(), wantsCalm()];
    for (const time of root.querySelectorAll<HTMLElement>(".fb-left")) tick(time, now, calm);
  }, 1000);
}

/**
 * The time to count down from: the reader's clock, or where data is simulated that of the data, `at` the start and then
 * as fast as the reader's clock.
 */
export function clockFrom(at: Instant | null, now: () => number = Date.now): () => number {
  const [start, opened] = [toMs(at), now()];
  return Number.isNaN(start) ? now : () => start + now() - opened;
}

function tick(time: HTMLElement, now: number, calm: boolean): void {
  const {told, hours} = time.dataset;
  const next = nextPayment(
    {nextFundingAt: told === undefined ? null : Number(told), intervalHours: Number(hours)},
    now
  );
  const text = formatLeft(next - now, {calm});
  if (text !== time.textContent) time.textContent = text;
  const instant = Number.isNaN(next) ? null : new Date(next).toISOString();
  if (instant === time.getAttribute("datetime")) return;
  set(time, {datetime: instant, title: instant === null ? null : formatUtc(next, "minute")});
}

function wantsCalm(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
