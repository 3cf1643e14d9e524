import {formatAge, formatCount, formatUtc} from "../../lib/format.js";
import {toMs} from "../../lib/instant.js";
import type {Meta} from "../../lib/opening.js";
import {html} from "../parts/dom.js";

/**
 * The line under a page's title: up to when its data goes, how old that is by the reader's clock,
 * and how many updates have a date that cannot be.
 */
export function freshness({lastPublishedAt, updates, misdated = 0}: Meta, now: () => number = Date.now): HTMLElement {
  const age = html("span");
  const element = html("div", {class: "fb-note"});
  if (lastPublishedAt === null) return element;
  const last = html("time", {datetime: lastPublishedAt}, formatUtc(lastPublishedAt, "second"));
  element.append(html("p", {}, "Up to ", last, age));
  if (misdated > 0) {
    const some = misdated === 1 ? "1 update is" : `${formatCount(misdated)} updates are`;
    const told = misdated === updates ? "Every update is" : some;
    const fate = misdated === updates ? "" : ", and left out";
    element.append(html("p", {class: "fb-misdated"}, `${told} dated before 2000 or in the future${fate}`));
  }
  const tick = () => {
    age.textContent = `, ${formatAge((now() - toMs(lastPublishedAt)) / 1000)} ago by your clock`;
  };
  tick();
  const timer = setInterval(() => (element.isConnected ? tick() : clearInterval(timer)), 10_000);
  return element;
}
