import {html} from "../parts/dom.js";
import {dropdown} from "./menu.js";

const ways = [
  ["Zoom", "drag · Ctrl or ⌘ + scroll (scroll alone after Tab) · pinch · + −"],
  ["Move", "Shift + drag · scroll sideways · two fingers · Shift + ← →"],
  ["Read", "point · touch · ← → · Page ↑ ↓ · Home End"],
  ["Reset", "double click · Esc · 0"]
] as const;

/** A small panel that says how a time chart is zoomed, moved and read. */
export function helpMenu(title: string): HTMLElement {
  const list = html("dl", {class: "fb-menu-list fb-help", tabindex: -1});
  for (const [what, how] of ways) list.append(html("dt", {}, what), html("dd", {}, how));
  return dropdown("?", `How to zoom and read ${title}`, list);
}
