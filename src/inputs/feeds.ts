import {html} from "../ui/elements/dom.js";
import {onState, readState} from "../url/state.js";
import {defaults, known} from "./defaults.js";
import {type InputOptions, valued} from "./own.js";
import {feedPicker} from "./picker.js";
import {type Input, keep} from "./url.js";

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
  const {element, show} = picker(feeds, {label, name, value: first === null ? [] : [first]}, ([id]) =>
    input.pick(id ?? null)
  );
  const input = valued(element, first, (id) => {
    const [found = null] = id === null ? [] : known(feeds, [id]);
    show(found === null ? [] : [found]);
    return found;
  });
  return keep(name, input);
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
  const {element, show} = picker(feeds, {label, name, value, multiple: true}, (ids) => input.pick(ids));
  const input = valued(element, value, (ids) => {
    const found = known(feeds, ids);
    show(found);
    return found;
  });
  return keep(name, input);
}

function picker(
  feeds: readonly FeedRow[],
  {label, name, value, multiple = false}: {label: string; name: string; value: readonly number[]; multiple?: boolean},
  onPick: (ids: number[]) => void
) {
  const listed = feeds.map(({priceFeedId, symbol = null, name = null, group, assetType}) => {
    return {priceFeedId, symbol, name, group: group ?? assetType ?? null};
  });
  const made = feedPicker(listed, {label, value: known(feeds, value), multiple, onPick});
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
