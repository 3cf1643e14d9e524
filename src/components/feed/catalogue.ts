import {formatAge, formatCount, formatUtc} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {shortened} from "../parts/short.js";
import type {About} from "./about.js";

/** What the catalogue says of a feed, and how much of it is in the store, as a description list. */
export function feedCatalogue(feed: About | undefined): HTMLElement {
  const facts = feed === undefined ? [] : factsOf(feed).filter(([, text]) => text !== null);
  return html(
    "dl",
    {class: "fb-fact-list"},
    ...facts.map(([label, text]) => html("div", {}, html("dt", {}, label), html("dd", {}, shortened(text ?? ""))))
  );
}

function factsOf(feed: About): [string, string | null][] {
  const hours = toNumber(feed.fundingIntervalHours);
  return [
    ["Symbol", feed.symbol ?? "not in the catalogue"],
    ["Name", feed.name ?? "–"],
    ["Feed id", String(feed.priceFeedId)],
    ["Class", feed.assetType ?? "–"],
    ["Exponent", Number.isNaN(toNumber(feed.exponent)) ? "–" : String(feed.exponent).replace("-", "−")],
    ["Fastest channel", feed.minChannel ?? "–"],
    ["State", feed.state ?? "–"],
    ["Funding interval", Number.isNaN(hours) ? null : formatAge(3600 * hours)],
    ["Updates in the store", formatCount(feed.updates)],
    ["First", formatUtc(feed.firstPublishedAt, "second")],
    ["Last", formatUtc(feed.lastPublishedAt, "second")]
  ];
}
