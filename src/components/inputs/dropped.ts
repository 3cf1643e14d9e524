import {formatStep} from "../../lib/format.js";
import type {Opening} from "../../lib/opening.js";
import {html} from "../parts/dom.js";
import {feedLabel} from "../parts/feeds.js";
import type {Control} from "../parts/segments.js";
import {ranges} from "./pick.js";
import type {Dropped, Picked} from "./picked.js";

/** Says what of the URL the page cannot show, why, and what it shows in its place; `missing` is what feeds lack. */
export function droppedNote({feeds, others = []}: Opening, missing: string): Control<Picked> {
  const element = html("p", {class: "fb-dropped", role: "status"});
  const reasons: Record<Dropped["name"], (value: string, picked: Pick<Picked, "feed">) => string> = {
    feed(named) {
      if (!/^\d+$/.test(named)) return `“${named}” is no feed id`;
      const other = others.find(({priceFeedId}) => priceFeedId === Number(named));
      if (other === undefined) return `feed ${named} is not in the store`;
      return `${other.symbol === null ? feedLabel(other) : `${feedLabel(other)} (feed ${named})`} has no ${missing}`;
    },
    with(value, {feed}) {
      if (Number(value) === feed) return `feed ${value} would be compared with itself`;
      const isKnown = feeds.some(({priceFeedId}) => priceFeedId === Number(value));
      return isKnown ? `feed ${value} is one too many to compare` : reasons.feed(value, {feed: null});
    },
    range: (value) => `the range “${value}” is none of ${Object.keys(ranges).join(", ")}`,
    zoom: (value) => `the zoom “${value}” is no span of time`,
    step: (value) => `the step “${value}” does not fit`
  };
  const labels = (ids: readonly number[] | null): string => {
    const shown = feeds.filter(({priceFeedId}) => ids?.includes(priceFeedId)).map(feedLabel);
    return shown.length > 3 ? `${shown.length} other feeds` : shown.join(", ");
  };
  const instead: Record<Dropped["name"], (picked: Picked) => string> = {
    feed: (picked) => labels(picked.feeds),
    with: ({compared = []}) => labels(compared.slice(1)) || "no other feed",
    range: ({range}) => range,
    zoom: ({range}) => range,
    step: ({step}) => `a resolution of ${formatStep(step)}`
  };
  return {
    element,
    show(picked) {
      const why = picked.dropped.map(({name, value}) => reasons[name](value, picked)).join("; ");
      const shown = new Set(picked.dropped.map(({name}) => instead[name](picked)));
      element.hidden = why === "";
      element.textContent = why && sentence(`${why}: showing ${[...shown].join(", ")}`);
    }
  };
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
