import {formatUtc, type Instant, missing, type Quantity, toMs, toNumber} from "../../format/format.js";
import {html, set} from "./dom.js";

/** A feed's next payment: the announced time, if any, and the interval. */
export interface Payment {
  nextFundingAt?: Instant | null | undefined;
  intervalHours?: Quantity;
}

const hour = 3_600_000;

/** The next payment after `now`: the announced one, or whole intervals after it or midnight UTC; NaN without these. */
export function nextPayment({nextFundingAt, intervalHours}: Payment, now: number): number {
  const announced = toMs(nextFundingAt);
  if (announced > now) return announced;
  const interval = toNumber(intervalHours) * hour;
  const start = Number.isNaN(announced) ? 0 : announced;
  return interval > 0 ? start + (Math.floor((now - start) / interval) + 1) * interval : NaN;
}

const payments = new WeakMap<HTMLElement, Payment>();

// Remaining milliseconds as a clock, `4:58:12`.
function formatLeft(ms: number): string {
  if (Number.isNaN(ms)) return missing;
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3600)}:${minutes}:${rest}`;
}

/** The time until a feed's next payment after `now`, in epoch milliseconds. Screen readers do not announce each second. */
export function countdown(payment: Payment, now: number): HTMLElement {
  const time = html("time", {role: "timer", "aria-live": "off", class: "fb-left"});
  payments.set(time, payment);
  tick(time, now);
  return time;
}

/** Updates the countdowns inside an element each second, as long as it is in the document. */
export function runCountdowns(root: Element, clock: () => number): void {
  const timer = setInterval(() => {
    if (!root.isConnected) return clearInterval(timer);
    const now = clock();
    for (const time of root.querySelectorAll<HTMLElement>(".fb-left")) tick(time, now);
  }, 1000);
}

/** The clock that countdowns use: the reader's, or from `at`, the time of simulated data, on. */
export function clockFrom(at: Instant | null, now: () => number = Date.now): () => number {
  const [start, opened] = [toMs(at), now()];
  return Number.isNaN(start) ? now : () => start + now() - opened;
}

function tick(time: HTMLElement, now: number): void {
  const next = nextPayment(payments.get(time) ?? {}, now);
  const text = formatLeft(next - now);
  if (text !== time.textContent) time.textContent = text;
  const instant = Number.isNaN(next) ? null : new Date(next).toISOString();
  if (instant === time.getAttribute("datetime")) return;
  set(time, {datetime: instant, title: instant === null ? null : formatUtc(next, "minute")});
}
