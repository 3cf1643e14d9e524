import {messageOf} from "../format/format.js";
import {html} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
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
  const list = html("div", {class: "fb-menu-list"});
  const saving = menu("Save", list, `Save ${title}`);
  const name = (): string => fileName(chart.name());
  list.append(
    item("SVG picture", async () => svgFile(name(), await chart.picture())),
    item("PNG picture", async () => pngFile(name(), await chart.picture())),
    item("CSV data", async () => csvFile(name(), chart.table())),
    status
  );
  return saving.element;

  function item(label: string, make: () => Promise<SavedFile>): HTMLElement {
    const button = html("button", {type: "button"}, label);
    button.addEventListener("click", () => {
      make().then(
        (file) => {
          download(file);
          saving.close();
        },
        (error: unknown) => {
          status.textContent = messageOf(error);
        }
      );
    });
    return button;
  }
}

const ways = [
  ["Zoom", "drag · Ctrl or ⌘ + scroll (scroll alone after Tab) · pinch · + −"],
  ["Move", "Shift + drag · scroll sideways · two fingers · Shift + ← →"],
  ["Read", "point · touch · ← → · Page ↑ ↓ · Home End · N for notes"],
  ["Reset", "double click · Esc · 0"]
] as const;

/** A small panel that explains how to zoom, move and read a time chart. */
export function helpMenu(title: string): HTMLElement {
  const list = html("dl", {class: "fb-menu-list fb-help"});
  for (const [what, how] of ways) list.append(html("dt", {}, what), html("dd", {}, how));
  return menu("?", list, `How to zoom and read ${title}`).element;
}
