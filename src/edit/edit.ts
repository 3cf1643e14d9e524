// Only a preview loads this. It edits the blocks of the page in their places, and saves each into the page's Markdown.
import {button, html} from "../ui/elements/dom.js";
import {type Blocks, type Listener, makeBlocks} from "./blocks.js";
import {makePlaces} from "./places.js";

const main = document.querySelector("main");
if (main !== null) {
  const places = makePlaces(main, () => void blocks.refresh());
  const blocks = makeBlocks(places, () => bar);
  const bar = makeBar(main, blocks);
  void blocks.refresh();
}

// Makes the button in the page's header that shows the strips of the blocks, and a bar below the header that undoes the last
// save and adds a block. The bar stays in view while the page scrolls.
function makeBar(main: HTMLElement, blocks: Blocks): Listener {
  const edit = button("Edit page", () => setEditing(true));
  edit.classList.add("fb-edit-toggle");
  const done = button("Done", () => setEditing(false));
  const undo = button("Undo", () => void blocks.undo(), {title: "Undoes the last save of this page"});
  const add = button("Add block", () => void blocks.add(), {title: "Adds a block at the end"});
  undo.disabled = add.disabled = true; // until the page's source is read
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const label = {class: "fb-edit-bar", role: "group", "aria-label": "Edit this page"};
  const bar = html("div", label, done, undo, add, status);
  const remembered = `feedbook-editing ${location.pathname}`;
  const setEditing = (is: boolean): void => {
    const hasFocus = document.activeElement === (is ? edit : done);
    edit.hidden = is;
    bar.hidden = !is;
    if (hasFocus) (is ? done : edit).focus();
    main.classList.toggle("fb-editing", is);
    sessionStorage.setItem(remembered, String(is));
  };
  const home = document.querySelector("#observablehq-header > .fb-home");
  if (home === null) main.before(edit);
  else home.after(edit);
  main.before(bar);
  setEditing(sessionStorage.getItem(remembered) === "true");
  return {
    show(source) {
      undo.disabled = !source.undo;
      add.disabled = false;
      edit.title = `Edits ${source.name}`;
    },
    report: (text) => status.replaceChildren(text)
  };
}
