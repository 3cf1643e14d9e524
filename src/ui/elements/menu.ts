import {html} from "./dom.js";

/** A menu, its button, and a way to close it that returns the focus to the button. */
export interface Menu {
  element: HTMLDetailsElement;
  button: HTMLElement;
  close(): void;
}

/** A button that opens a panel over the page, until Escape or the focus leaves it; `label` names the button. */
export function menu(text: string, panel: HTMLElement, label: string | null = null): Menu {
  const button = html("summary", {"aria-label": label}, text);
  panel.classList.add("fb-menu-panel");
  panel.tabIndex = -1; // keeps the focus in the menu when the reader clicks beside its buttons
  const element = html("details", {class: "fb-menu"}, button, panel);
  const close = (): void => {
    if (element.open) button.focus();
    element.open = false;
  };
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  element.addEventListener("focusout", ({relatedTarget}) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) element.open = false;
  });
  element.addEventListener("toggle", () => {
    if (!element.open) return;
    if (!element.contains(document.activeElement)) button.focus(); // Safari focuses no button that is clicked
    keepInside(panel);
  });
  return {element, button, close};
}

const edge = 8; // px between a panel and the window's edge
const leastHeight = 160;

function keepInside(panel: HTMLElement): void {
  panel.style.translate = "";
  const {left, right, top} = panel.getBoundingClientRect();
  const {right: end} = document.documentElement.getBoundingClientRect(); // clientWidth has the scrollbar's gutter in it
  const shift = Math.max(edge - left, Math.min(0, end - edge - right));
  panel.style.translate = `${shift}px`;
  panel.style.maxHeight = `${Math.max(leastHeight, innerHeight - edge - top)}px`;
}
