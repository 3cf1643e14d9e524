import {html} from "../parts/dom.js";
import type {Blocks, Listener} from "./blocks.js";
import {button} from "./button.js";

/**
 * Makes the button in the page's header that shows what each block can be told, and a bar below the header that takes back
 * edits. The bar stays in view while the page scrolls.
 */
export function makeBar(main: HTMLElement, blocks: Blocks): Listener {
  const edit = button("Edit page", () => setEditing(edit.getAttribute("aria-pressed") !== "true"));
  edit.classList.add("fb-edit-toggle");
  const undo = button("Undo", () => void blocks.step("undo"), "Takes back the last edit of this page");
  const redo = button("Redo", () => void blocks.step("redo"), "Does again what was taken back");
  const add = button("Add block", () => void blocks.add(), "Adds a block at the end");
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const label = {class: "fb-edit-bar", role: "group", "aria-label": "Edit this page"};
  const bar = html("div", label, undo, redo, add, status);
  const remembered = `feedbook-editing ${location.pathname}`;
  let note = "";
  let told = "";
  const tell = (text: string): void => {
    told = text;
    status.textContent = text || note;
  };
  const setEditing = (is: boolean): void => {
    const hasFocus = document.activeElement === edit;
    edit.setAttribute("aria-pressed", String(is));
    edit.textContent = is ? "Done" : "Edit page";
    bar.hidden = !is;
    const home = document.querySelector("#observablehq-header > .fb-home");
    if (is) bar.append(edit);
    else if (home === null) main.before(edit);
    else home.after(edit);
    if (hasFocus) edit.focus();
    main.classList.toggle("fb-editing", is);
    sessionStorage.setItem(remembered, String(is));
  };
  main.before(bar);
  setEditing(sessionStorage.getItem(remembered) === "true");
  return {
    show(source) {
      undo.disabled = !source.undo;
      redo.disabled = !source.redo;
      edit.title = `Edits ${source.name}`;
      note = source.forgot ? "The oldest edits can no longer be undone" : "";
      tell(told);
    },
    tell
  };
}
