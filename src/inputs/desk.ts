import type {Feed, Opening} from "../duckdb/sql/opening.js";
import {messageOf} from "../format/format.js";
import {button, html, set} from "../ui/elements/dom.js";
import {feedLabel} from "../ui/elements/names.js";
import {exported} from "../url/exported.js";
import {inUrl, readState, type State} from "../url/state.js";
import {measureWidth} from "./chart.js";
import {controlForm, rangesOf, timeFields} from "./controls.js";
import {selectField, zoneField} from "./fields.js";
import {droppedNote, emptyState} from "./notes.js";
import {type Picked, readPick} from "./pick.js";
import {feedPicker} from "./picker.js";
import {keepFields} from "./url.js";

const kinds = {price: "Price", spread: "Spread", funding: "Funding", publishers: "Publishers"} as const;

/** What a chart of a desk shows. */
type Kind = keyof typeof kinds;

/** A chart of a desk: its kind, and the pick of its feed in the time that all charts share. */
export type Panel = Picked & {kind: Kind};

const [least, most] = [2, 6];

/** The charts of a desk and its time, kept in the URL as `charts=price:1,funding:112`: an input whose value is its panels. */
export function deskInput(opening: Opening): HTMLElement {
  const read = (): Panel[] => spotsOf(opening, readState().charts).spots.map((spot) => panelOf(opening, spot));
  if (opening.feeds.length === 0 || opening.meta.lastPublishedAt === null)
    return Object.assign(emptyState(), {value: []});
  const add = button("+ Chart", () => {
    const {spots} = spotsOf(opening, readState().charts);
    const kind = fitting(opening, "price").length > 0 ? "price" : "funding";
    const feed =
      spots.findLast((spot) => fits(opening, kind, spot.feed))?.feed ?? fitting(opening, kind)[0]?.priceFeedId;
    keepSpots(opening, [...spots, {kind, feed: feed ?? 0}]);
  });
  add.className = "fb-button";
  const note = html("p", {class: "fb-dropped", role: "status"});
  const [time, zone, timeNote] = [timeFields(opening), zoneField(), droppedNote(opening, "updates")];
  const fields = [...time, zone, timeNote].map(({show}) => ({show: ([panel]: Panel[]) => panel && show(panel)}));
  const own = {
    show(panels: Panel[]) {
      set(add, {
        disabled: panels.length >= most,
        title: panels.length >= most ? `a desk has at most ${most} charts` : null
      });
      const {dropped} = spotsOf(opening, readState().charts);
      note.hidden = dropped.length === 0;
      note.textContent = dropped.length > 0 ? `Not a chart of a feed here: ${dropped.join(", ")}` : "";
    }
  };
  return controlForm(read, [...fields, own], [rangesOf(time), zone.element, add, note, timeNote.element]).input;
}

interface Spot {
  kind: Kind;
  feed: number;
}

function spotsOf(opening: Opening, text = usualOf(opening)): {spots: Spot[]; dropped: string[]} {
  const found = text.split(",").map((part) => {
    const [, kind = "", id] = /^([a-z]+):(\d+)$/.exec(part) ?? [];
    const isKnown = Object.hasOwn(kinds, kind) && fits(opening, kind, Number(id));
    return {part, spot: isKnown ? {kind: kind as Kind, feed: Number(id)} : null};
  });
  const spots = found.flatMap(({spot}) => spot ?? []);
  const dropped = found.flatMap(({part, spot}) => (spot === null ? [part] : []));
  if (spots.length === 0 && text !== usualOf(opening)) return {...spotsOf(opening), dropped};
  const more = spots.slice(most).map(textOf);
  return {spots: spots.slice(0, most), dropped: [...dropped, ...more]};
}

function usualOf(opening: Opening): string {
  const [priced, rates] = [fitting(opening, "price"), fitting(opening, "funding")];
  const main = priced.find(({priceFeedId}) => priceFeedId === opening.pick.feed) ?? priced[0];
  const symbol = main?.symbol ?? "";
  const underlying = /[^./]+\//.exec(symbol)?.[0] ?? symbol;
  const rate = rates.find((one) => one.symbol?.includes(`.${underlying}`)) ?? rates[0];
  return (["price", "spread", "funding", "publishers"] as const)
    .flatMap((kind) => {
      const feed = kind === "funding" ? rate : main;
      return feed === undefined ? [] : textOf({kind, feed: feed.priceFeedId});
    })
    .join();
}

function fitting({feeds}: Opening, kind: string): Feed[] {
  return feeds.filter(({group}) => (group === "funding-rate") === (kind === "funding"));
}

function fits(opening: Opening, kind: string, feed: number): boolean {
  return fitting(opening, kind).some(({priceFeedId}) => priceFeedId === feed);
}

function textOf({kind, feed}: Spot): string {
  return `${kind}:${feed}`;
}

function keepSpots(opening: Opening, spots: readonly Spot[]): void {
  inUrl({charts: usualOf(opening)}).keep({charts: spots.map(textOf).join()});
}

function panelOf(opening: Opening, {kind, feed}: Spot): Panel {
  const state: State = Object.create(readState(), {feeds: {value: String(feed)}, with: {value: undefined}});
  const levels = kind === "funding" ? "funding" : "prices";
  const width = measureWidth();
  const pick = {...opening.pick, levels} as const;
  return {kind, ...readPick({...opening, pick}, state, width > besides ? width / 2 : width)};
}

const besides = 900; // px in which two charts fit beside each other, as in desk.css

/** Draws a panel, and resolves to its chart. */
type Draw = (panel: Panel) => Promise<HTMLElement>;

const drawn = new Map<string, Node[]>();

/**
 * The charts of a desk, each with fields for its kind and its feed and a button that removes it. A chart stays until the
 * next one of the same kind and feed is drawn.
 */
export function deskCharts(
  panels: readonly Panel[],
  draws: Readonly<Record<Kind, Draw>>,
  opening: Opening
): HTMLElement {
  const cards = panels.map((panel, i) => {
    const equal = panels.slice(0, i).filter(({kind, feed}) => kind === panel.kind && feed === panel.feed).length;
    const key = `${panel.kind}:${panel.feed} ${equal}`; // each of equal panels has its own chart
    const place = html("div", {class: "fb-desk-chart"}, ...(drawn.get(key) ?? []));
    const show = (shown: HTMLElement): void => {
      place.replaceChildren(shown);
      drawn.set(key, [shown]);
    };
    draws[panel.kind](panel).then(show, (error: unknown) =>
      place.replaceChildren(html("p", {role: "alert"}, messageOf(error)))
    );
    return html("section", {class: "fb-card", "aria-label": `Chart ${i + 1}`}, headOf(panels, i, opening), place);
  });
  return html("div", {class: "fb-desk"}, ...cards);
}

function headOf(panels: readonly Panel[], at: number, opening: Opening): HTMLElement {
  const spots = panels.map(({kind, feed}) => ({kind, feed: feed ?? 0}));
  const spot = spots[at] ?? {kind: "price", feed: 0};
  const change = (next: Partial<Spot>): void =>
    keepSpots(
      opening,
      spots.map((one, i) => (i === at ? {...one, ...next} : one))
    );
  const kind = selectField("Kind", Object.entries(kinds), (value) => {
    const feed = fits(opening, value, spot.feed) ? spot.feed : (fitting(opening, value)[0]?.priceFeedId ?? spot.feed);
    change({kind: value as Kind, feed});
  });
  kind.show(spot.kind);
  const picker = feedPicker(fitting(opening, spot.kind), {
    ...{label: "Feed", value: [spot.feed]},
    onPick: ([feed = spot.feed]) => change({feed})
  });
  const named = opening.feeds.find(({priceFeedId}) => priceFeedId === spot.feed);
  const remove = button("×", () => keepSpots(opening, spots.toSpliced(at, 1)), {
    ...{class: "fb-button", disabled: spots.length <= least},
    "aria-label": `Remove ${kinds[spot.kind].toLowerCase()} of ${named ? feedLabel(named) : spot.feed}`
  });
  const head = html("div", {class: "fb-desk-head"}, kind.element, picker.element, remove);
  keepFields(`desk ${at}`, head);
  head.inert = exported() === "view";
  return head;
}
