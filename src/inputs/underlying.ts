import type {Opening} from "../duckdb/sql/opening.js";
import {html} from "../ui/elements/dom.js";
import {short} from "../ui/elements/names.js";
import {type Control, segments} from "../ui/elements/segments.js";
import {inUrl, readState} from "../url/state.js";
import {inputOfUrl, namePage, selectField} from "./fields.js";
import {type Picked, underlyingsOf} from "./pick.js";
import type {Input} from "./url.js";

const mostSegments = 8;
const longest = 12; // characters of a name

/** What the page shows: an underlying, or feeds that have none. */
export interface Shown {
  underlying: string | null;
  feeds: string | null;
}

/** Shows other feeds, kept in the URL as `underlying`, or as `feeds`. */
export function pickShown({feeds, pick}: Pick<Opening, "feeds" | "pick">, shown: Shown): void {
  const usual = feeds.find(({priceFeedId}) => priceFeedId === pick.feeds?.[0])?.group ?? null;
  inUrl({underlying: usual, feeds: null, feed: null, hide: null}).keep({...shown, feed: null, hide: null});
}

/**
 * The underlying of the feeds to show: a row of buttons, or a list to select from if they are many, and on a phone. None is picked
 * while the URL names feeds.
 */
export function underlyingField(opening: Opening): Control<Picked> {
  const names = underlyingsOf(opening.feeds);
  const onPick = (underlying: string): void => pickShown(opening, {underlying, feeds: null});
  const row = segments("Underlying", Object.fromEntries(names.map((name) => [name, name])), onPick);
  const list = selectField(
    "Underlying",
    [["", "Underlying"], ...names.map((name) => [name, short(name)] as const)],
    onPick
  );
  list.select.options[0]?.toggleAttribute("hidden", true);
  const isLong = names.length > mostSegments || names.some(({length}) => length > longest);
  const parts = [isLong ? null : row.element, list.element];
  return {
    element: html("div", {class: `fb-underlying${isLong ? " fb-long" : ""}`}, ...parts),
    show({underlying = null, feeds, symbol}) {
      namePage(short(underlying ?? (feeds?.length === 1 ? symbol : `${feeds?.length} feeds`)));
      row.show(underlying ?? "");
      list.show(underlying ?? "");
    }
  };
}

/** What a pair of positions costs: entry and exit in bps of the position, and the days over which that is spread. */
interface Trade {
  costs: number;
  hold: number;
}

const fields = [
  {name: "costs", before: "Costs", unit: "bps", least: 0, most: 10_000},
  {name: "hold", before: "over", unit: "days", least: 1, most: 3650}
] as const;

/** Two numbers to type, the costs of a pair and the days that it is held, kept in the URL as `costs` and `hold`. */
export function tradeInput({costs = 5, hold = 7}: Partial<Trade> = {}): Input<Trade> {
  const usual: Trade = {costs, hold};
  const made = fields.map(({name, before, unit, least, most}) => {
    const field = html("input", {type: "number", min: least, max: most, step: "any", required: true});
    field.addEventListener("change", () => {
      if (field.reportValidity()) inUrl({[name]: String(usual[name])}).keep({[name]: String(Number(field.value))});
    });
    return {name, field, element: html("label", {}, before, field, unit)};
  });
  const fits = ({least, most}: (typeof fields)[number], text = ""): boolean =>
    text.trim() !== "" && Number(text) >= least && Number(text) <= most;
  const read = (): Trade => {
    const state = readState();
    const values = fields.map((one) => [
      one.name,
      fits(one, state[one.name]) ? Number(state[one.name]) : usual[one.name]
    ]);
    return Object.fromEntries(values);
  };
  const note = html("p", {class: "fb-dropped", role: "status"});
  const element = html("div", {class: "fb-trade"}, ...made.map(({element}) => element), note);
  return inputOfUrl(element, read, (trade) => {
    for (const {name, field} of made) field.value = String(trade[name]);
    const state = readState();
    const dropped = fields.filter((one) => state[one.name] !== undefined && !fits(one, state[one.name]));
    const reasons = dropped.map(
      ({name, least, most, unit}) => `the ${name} “${state[name]}” must be ${least} to ${most} ${unit}`
    );
    note.hidden = dropped.length === 0;
    note.textContent = reasons.join("; ").replace(/^t/, "T");
  }).input;
}
