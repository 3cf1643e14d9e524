import type {Feed, Opening} from "../../lib/opening.js";
import {inUrl, readState} from "../../lib/state.js";
import {html} from "../parts/dom.js";
import type {Control} from "../parts/segments.js";
import {controlForm} from "./controls.js";
import {rangeField, zoomField} from "./fields.js";
import {droppedNote, emptyState, thinNote} from "./notes.js";
import {type Picked, readPick} from "./pick.js";

/** A time to look at, and a search for feeds: parameters for the page's queries. */
export type Period = Picked & {search: string};

const everyFeed: Feed = {priceFeedId: 0, symbol: "all feeds", group: null};

/**
 * The bar above a page about all feeds: a search for some of them and the range, kept in the URL. An input for
 * Framework's `view`: its value is the period. While the store is empty it says so, and the period has no feed.
 */
export function period(opening: Omit<Opening, "feeds">): HTMLElement {
  const all = {...opening, feeds: [everyFeed]};
  const read = (): Period => {
    const {range = "", zoom = "", search = ""} = readState(); // of feeds and steps other pages tell
    return {...readPick(all, {...(range && {range}), ...(zoom && {zoom})}), search};
  };
  const first = read();
  if (first.feed === null) return Object.assign(emptyState(), {value: first});
  const fields = [searchField(), rangeField(all), zoomField(), droppedNote(all, "updates"), thinNote(all.meta)];
  const elements = fields.map(({element}) => element);
  return controlForm({read, fields, elements}).form;
}

// Each answer takes a moment: what is typed counts once the reader stops, or leaves.
function searchField(): Control<Period> {
  const field = html("input", {type: "search", placeholder: "all", "aria-label": "Search feeds"});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = "";
  const write = (): void => {
    clearTimeout(timer);
    inUrl({search: ""}).keep({search: field.value});
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(write, 300);
  });
  field.addEventListener("change", write);
  return {
    element: html("label", {class: "fb-find"}, html("span", {class: "fb-label"}, "Feeds"), field),
    show({search}) {
      if (search === told) return; // else the reader is still typing
      told = search;
      clearTimeout(timer);
      field.value = search;
    }
  };
}
