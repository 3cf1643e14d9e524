import {readState} from "../../lib/state.js";
import {html} from "../parts/dom.js";
import type {Blocks, Listener} from "./blocks.js";
import {button} from "./button.js";

const remembered = "feedbook-editing";

/** Makes the bar in the corner of the page: it shows what each block can be told, takes back edits, and saves the picks of the page. */
export function makeBar(main: HTMLElement, blocks: Blocks): Listener {
  const edit = button("Edit page", () => setEditing(edit.getAttribute("aria-pressed") !== "true"));
  const undo = button("Undo", () => void blocks.step("undo"), "Takes back the last edit of this page");
  const redo = button("Redo", () => void blocks.step("redo"), "Does again what was taken back");
  const add = button("Add block", () => void blocks.add(), "Adds a block at the end");
  const picks = button(
    "Save picks",
    () => void blocks.savePicks(picksNow()),
    "Makes what is picked now the page's default"
  );
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const tools = [undo, redo, add, picks];
  const bar = html(
    "div",
    {class: "fb-edit-bar", role: "group", "aria-label": "Edit this page"},
    status,
    ...tools,
    edit
  );
  const setEditing = (is: boolean): void => {
    edit.setAttribute("aria-pressed", String(is));
    edit.textContent = is ? "Done" : "Edit page";
    for (const tool of tools) tool.hidden = !is;
    main.classList.toggle("fb-editing", is);
    sessionStorage.setItem(remembered, String(is));
  };
  document.body.append(bar);
  setEditing(sessionStorage.getItem(remembered) === "true");
  return {
    show(source) {
      undo.disabled = !source.undo;
      redo.disabled = !source.redo;
      edit.title = `Edits ${source.name}`;
    },
    tell: (text) => {
      status.textContent = text;
    }
  };
}

// A zoom is a piece of time, which a later load leaves behind.
function picksNow(): string {
  const {zoom, ...state} = readState();
  return String(new URLSearchParams(state));
}
