import {messageOf} from "../format/format.js";
import {html} from "../ui/elements/dom.js";
import {csvFile, download, fileName, pngFile, type SavedFile, svgFile} from "./save.js";

/** What a chart can be saved as. */
export interface Saveable {
  /** Becomes the file's name. */
  name: () => string;
  /** A picture that can be shown outside the page. */
  picture: () => SVGSVGElement | Promise<SVGSVGElement>;
  /** The chart's data as CSV text. */
  table: () => string;
}

/** A small menu that saves a chart as SVG, PNG or CSV. */
export function saveMenu(title: string, chart: Saveable): HTMLElement {
  const status = html("span", {role: "status", class: "fb-menu-status"});
  const list = html("div", {class: "fb-menu-list", tabindex: -1});
  const menu = dropdown("Save", `Save ${title}`, list);
  const name = (): string => fileName(chart.name());
  list.append(
    item("SVG picture", async () => svgFile(name(), await chart.picture())),
    item("PNG picture", async () => pngFile(name(), await chart.picture())),
    item("CSV data", async () => csvFile(name(), chart.table())),
    status
  );
  return menu;

  function item(label: string, make: () => Promise<SavedFile>): HTMLElement {
    const button = html("button", {type: "button"}, label);
    button.addEventListener("click", () => {
      make().then(
        (file) => {
          download(file);
          menu.open = false;
          menu.querySelector("summary")?.focus();
        },
        (error: unknown) => {
          status.textContent = messageOf(error);
        }
      );
    });
    return button;
  }
}

// A button that opens a small panel. The panel closes on Escape, and when the focus leaves it.
function dropdown(text: string, label: string, panel: HTMLElement): HTMLDetailsElement {
  const menu = html("details", {class: "fb-menu"}, html("summary", {"aria-label": label}, text), panel);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  menu.addEventListener("focusout", ({relatedTarget}) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) menu.open = false;
  });
  return menu;
}

const ways = [
  ["Zoom", "drag · Ctrl or ⌘ + scroll (scroll alone after Tab) · pinch · + −"],
  ["Move", "Shift + drag · scroll sideways · two fingers · Shift + ← →"],
  ["Read", "point · touch · ← → · Page ↑ ↓ · Home End · N for notes"],
  ["Reset", "double click · Esc · 0"]
] as const;

/** A small panel that explains how to zoom, move and read a time chart. */
export function helpMenu(title: string): HTMLElement {
  const list = html("dl", {class: "fb-menu-list fb-help", tabindex: -1});
  for (const [what, how] of ways) list.append(html("dt", {}, what), html("dd", {}, how));
  return dropdown("?", `How to zoom and read ${title}`, list);
}
