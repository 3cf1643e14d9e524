// @vitest-environment jsdom
import {expect, it} from "vitest";
import {makeBar} from "../../../src/components/edit/bar.js";
import type {Blocks} from "../../../src/components/edit/blocks.js";
import type {EditedPage} from "../../../src/components/edit/service.js";

const page: EditedPage = {
  ...{name: "src/mine.md", hash: "", text: "", blocks: []},
  ...{undo: true, redo: false, forgot: false}
};
const none: Blocks = {refresh: async () => {}, step: async () => {}, add: async () => {}};
const shown = () => [...document.querySelectorAll("button")].map(({textContent}) => textContent);

it("makeBar(main, blocks) stands in the header until the page is edited, and then above the page", () => {
  document.body.innerHTML = `<header id="observablehq-header"><a class="fb-home">Feedbook</a><nav></nav></header><main></main>`;
  const main = document.querySelector("main") as HTMLElement;
  const bar = makeBar(main, none);
  const toggle = document.querySelector<HTMLButtonElement>(".fb-home + .fb-edit-toggle");
  expect([toggle?.textContent, main.previousElementSibling?.hasAttribute("hidden")]).toEqual(["Edit page", true]);
  toggle?.focus();
  toggle?.click();
  expect(document.querySelector("main")?.previousElementSibling?.contains(toggle)).toBe(true);
  expect([document.activeElement, main.className]).toEqual([toggle, "fb-editing"]); // by keyboard, too
  expect(shown()).toEqual(["Undo", "Redo", "Add block", "Done"]);
  bar.show(page);
  bar.tell("");
  const status = document.querySelector("[role=status]");
  expect(status?.textContent).toBe("");
  bar.show({...page, forgot: true});
  bar.tell("");
  expect(status?.textContent).toBe("The oldest edits can no longer be undone");
  bar.tell("Saved");
  expect(status?.textContent).toBe("Saved");
});

it("makeBar(main, blocks) remembers of each page whether it is edited", () => {
  const isEdited = (path: string) => {
    history.replaceState(null, "", path);
    document.body.innerHTML = "<main></main>";
    makeBar(document.querySelector("main") as HTMLElement, none);
    return document.querySelector("main")?.className === "fb-editing";
  };
  sessionStorage.clear();
  expect(isEdited("/mine")).toBe(false);
  document.querySelector<HTMLButtonElement>(".fb-edit-toggle")?.click();
  expect([isEdited("/sql"), isEdited("/mine")]).toEqual([false, true]);
});
