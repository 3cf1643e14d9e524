import {html} from "../ui/elements/dom.js";
import {inUrl, onState, readState} from "../url/state.js";
import {defaults, known} from "./defaults.js";
import {keptInput} from "./elements.js";
import type {InputOptions} from "./own.js";
import {feedPicker, type Picker} from "./picker.js";
import type {Input} from "./url.js";

// Pickers of feeds for own pages: see own.ts.

/** A feed as `FROM feeds` has it; `group`, or else `assetType`, is the heading that it stands under. */
export interface FeedRow {
  priceFeedId: number;
  symbol?: string | null;
  name?: string | null;
  group?: string | null;
  assetType?: string | null;
}

/**
 * Picks a feed of the rows by symbol, name, class or id: `view(feedInput(feeds))`. Its value is the feed's id; `value` is
 * the default, or else the first row; null without rows. Kept as `feed`.
 */
export function feedInput(
  feeds: readonly FeedRow[],
  {label = "Feed", name = "feed", ...options}: InputOptions & {value?: number | null} = {}
): Input<number | null> {
  const first = defaults.feedInput(feeds, options);
  const control = picker(feeds, {label, name, usual: first === null ? [] : [first]});
  const read = (text = "") => known(feeds, [Number(text || NaN)])[0] ?? first;
  return keptInput(name, {...control, show: (id: number | null) => control.show(id === null ? [] : [id])}, read);
}

/**
 * Picks several feeds: its value is their ids, in the order in which they were picked. `value` are those at first, by
 * default the first two. Kept as `feeds`.
 */
export function feedsInput(
  feeds: readonly FeedRow[],
  {label = "Feeds", name = "feeds", ...options}: InputOptions & {value?: readonly number[]} = {}
): Input<number[]> {
  const value = defaults.feedsInput(feeds, options);
  const control = picker(feeds, {label, name, usual: value, multiple: true});
  return keptInput<number[]>(name, control, (text = "") => {
    const found = known(feeds, text.split(",").filter(Boolean).map(Number));
    return found.length > 0 ? found : value;
  });
}

interface PickerOptions {
  label: string;
  name: string;
  usual: readonly number[];
  multiple?: boolean;
}

function picker(feeds: readonly FeedRow[], {label, name, usual, multiple = false}: PickerOptions): Picker {
  const listed = feeds.map(({priceFeedId, symbol = null, name = null, group, assetType}) => {
    return {priceFeedId, symbol, name, group: group ?? assetType ?? null};
  });
  const onPick = (ids: number[]) => inUrl({[name]: usual.join()}).keep({[name]: ids.join()});
  const made = feedPicker(listed, {label, value: usual, multiple, onPick});
  made.element.append(absentNote(name, feeds));
  return made;
}

// A note on the feeds of the URL that are not among those to pick from.
function absentNote(name: string, feeds: readonly FeedRow[]): HTMLElement {
  const note = html("p", {class: "fb-dropped", role: "status"});
  const show = (): void => {
    const absent = (readState()[name] ?? "")
      .split(",")
      .filter((id) => id !== "" && known(feeds, [Number(id)]).length === 0);
    note.hidden = absent.length === 0;
    note.textContent = absent
      .map((id) => (/^\d+$/.test(id) ? `Feed ${id} is not here.` : `“${id}” is not a feed id.`))
      .join(" ");
  };
  onState(note, show);
  show();
  return note;
}
