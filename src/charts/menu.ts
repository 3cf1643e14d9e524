import {messageOf} from "../format/format.js";
import {copyText} from "../ui/elements/copyable.js";
import {button, html} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
import {exported} from "../url/exported.js";
import {csvFile, download, fileName, pngFile, type SavedFile, svgFile} from "./save.js";

/** What a chart can be saved as. */
export interface Saveable {
  name: () => string;
  picture: () => SVGSVGElement | Promise<SVGSVGElement>;
  table: () => string;
}

/** The menu of a chart: its own items, saving, the link of the page, and `help`. {@link withSql} adds the SQL. */
export function chartMenu(
  title: string,
  chart: Saveable,
  {items = [], help}: {items?: readonly HTMLElement[]; help?: () => HTMLElement} = {}
): HTMLElement {
  const status = html("span", {role: "status"});
  const list = html("div", {class: "fb-menu-list"});
  const {element, close} = menu("⋯", list, `Menu of ${title}`);
  const name = (): string => fileName(chart.name());
  const save = (label: string, make: () => Promise<SavedFile>): HTMLElement =>
    item(label, async () => download(await make()));
  const own = items.map((one) => {
    one.addEventListener("click", close);
    return one;
  });
  const link = item("Copy link", async () => {
    if (!(await copyText(location.href))) throw new Error("The browser denies it: copy the address of the page");
  });
  list.append(
    ...own,
    save("Save SVG picture", async () => svgFile(name(), await chart.picture())),
    save("Save PNG picture", async () => pngFile(name(), await chart.picture())),
    save("Save CSV data", async () => csvFile(name(), chart.table())),
    ...(exported() === null ? [link] : []), // the address of a file opens on its machine alone
    ...(help ? [helpItem(help)] : []),
    status
  );
  return element;

  function item(label: string, act: () => Promise<void>): HTMLElement {
    return button(label, () => {
      act().then(close, (error: unknown) => {
        status.textContent = messageOf(error);
      });
    });
  }
}

// Opens the help below it.
function helpItem(help: () => HTMLElement): HTMLElement {
  const place = html("div");
  const opening = button("Help", () => {
    const isOpen = opening.getAttribute("aria-expanded") === "true";
    opening.setAttribute("aria-expanded", String(!isOpen));
    place.replaceChildren(...(isOpen ? [] : [help()]));
  });
  opening.setAttribute("aria-expanded", "false");
  return html("div", {class: "fb-help-item"}, opening, place);
}

const ways = [
  ["Zoom", "drag · Ctrl or ⌘ + scroll (scroll alone after Tab) · + −"],
  ["Move", "drag the time axis · Shift + drag · scroll sideways · Shift + ← →"],
  ["Read", "point · ← → · Page ↑ ↓ · Home End · N for notes and gaps"],
  ["Raw updates", "click · Enter"],
  ["Measure", "Alt + drag · M, then ← →"],
  ["Reset", "double click · Esc · 0"]
] as const;

const touchWays = [
  ["Zoom", "pinch"],
  ["Move", "two fingers · drag the time axis"],
  ["Read", "touch"],
  ["Raw updates", "tap"],
  ["Measure", "the ruler, then drag"],
  ["Reset", "double tap"]
] as const;

/** How to zoom, move and read a time chart, with the fingers alone on a touch screen. `hasDetail`: a click shows raw updates. */
export function helpList(hasDetail: boolean): HTMLElement {
  const list = html("dl", {class: "fb-help"});
  const isTouch = globalThis.matchMedia?.("(pointer: coarse)").matches;
  const shown = (isTouch ? touchWays : ways).filter(([what]) => hasDetail || what !== "Raw updates");
  for (const [what, how] of shown) list.append(html("dt", {}, what), html("dd", {}, how));
  return list;
}
