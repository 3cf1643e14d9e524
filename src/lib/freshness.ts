import {simulatedBanner} from "../components/banner.js";
import {html} from "../components/dom.js";
import {formatAge, formatUtc} from "./format.js";
import {toMs} from "./instant.js";
import type {Meta} from "./opening.js";

/** The line under a page's title: whether its data is simulated, up to when it goes, and how old that is by the reader's clock. */
export function freshness({simulated, lastPublishedAt}: Meta, now: () => number = Date.now): HTMLElement {
  const age = html("span");
  const element = html("div", {class: "fb-note"}, simulatedBanner({simulated: simulated === true}));
  if (lastPublishedAt === null) return element;
  const last = html("time", {datetime: lastPublishedAt}, formatUtc(lastPublishedAt, "second"));
  element.append(html("p", {}, "Up to ", last, age));
  const tick = () => {
    age.textContent = `, ${formatAge((now() - toMs(lastPublishedAt)) / 1000)} ago by your clock`;
  };
  tick();
  const timer = setInterval(() => (element.isConnected ? tick() : clearInterval(timer)), 10_000);
  return element;
}
