// @vitest-environment jsdom
import {EditorView} from "@codemirror/view";
import {beforeEach, expect, it, vi} from "vitest";
import {type Blocks, makeBlocks} from "../../../src/components/edit/blocks.js";
import {makePlaces, type Places} from "../../../src/components/edit/places.js";
import type {EditedPage} from "../../../src/components/edit/service.js";

Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList; // jsdom lays out nothing
document.execCommand ??= () => false;
HTMLSlotElement.prototype.assign ??= () => {};
const scrolled = vi.fn();
Element.prototype.scrollIntoView = scrolled;

const told = vi.fn();
let text = "";
let writes = 0;
let makePage: () => void;
let main: HTMLElement;
let places: Places;
let blocks: Blocks;

// A preview whose page follows its file once `follow` is called.
beforeEach(async () => {
  [text, writes] = ["one\n\ntwo\n\nthree", 0];
  const older: string[] = [];
  const made = new Promise<void>((resolve) => {
    makePage = resolve;
  });
  vi.stubGlobal("fetch", async (url: string, {method, body}: RequestInit = {}) => {
    if (url === location.pathname) await made;
    if (!url.startsWith("/_feedbook/edit")) return new Response("", {status: 404});
    const {change, step} = method === "POST" ? JSON.parse(String(body)) : {};
    if (method === "POST") writes++;
    const written = {start: change?.start ?? 0, end: change ? change.start + change.text.length : 0, imported: []};
    if (step !== undefined) text = older.pop() ?? text;
    else if (change !== undefined) {
      older.push(text);
      text = text.slice(0, change.start) + change.text + text.slice(change.end);
    }
    const state = {undo: true, redo: false, forgot: false};
    const page: EditedPage = {name: "src/mine.md", hash: text, text, blocks: blocksOf(text), ...state};
    return Response.json(method === "POST" ? {...page, written} : page);
  });
  document.body.innerHTML = "<main></main>";
  main = document.querySelector("main") as HTMLElement;
  places = makePlaces(main);
  blocks = makeBlocks(places, () => ({show: () => {}, tell: told}));
  await follow();
});

function blocksOf(source: string): EditedPage["blocks"] {
  const found = source.matchAll(/.+/g); // each a line
  return Array.from(found, ({0: {length}, index}) => ({kind: "text", start: index, end: index + length}));
}

async function follow(): Promise<void> {
  main.innerHTML = blocksOf(text)
    .map(({start, end}) => `<!--block--><p>${text.slice(start, end)}</p>`)
    .join("");
  places.arrange();
  await blocks.refresh();
}

const heads = () => [...places.root.querySelectorAll(".fb-edit-name")].map(({textContent}) => textContent);
const press = (name: string, number: number, detail = 1) =>
  [...places.above(number).querySelectorAll("button")]
    .find(({textContent}) => textContent === name)
    ?.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true, detail}));
const typeInto = (insert: string) =>
  EditorView.findFromDOM(places.root.querySelector(".cm-editor") as HTMLElement)?.dispatch({
    changes: {from: 0, insert}
  });
const opened = () => vi.waitUntil(() => places.root.querySelector(".fb-edit-block"), {timeout: 20_000});

it("Remove takes one block, whose head stays until the page has followed, however often it is clicked", async () => {
  press("Remove", 1);
  await vi.waitUntil(() => writes > 0);
  press("Remove", 1, 2);
  press("Remove", 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([text, heads()]).toEqual(["one\n\nthree", ["one", "two", "three"]]);
  await follow();
  expect(heads()).toEqual(["one", "three"]);
  press("Remove", 1, 2); // the second click of a double click
  press("Edit", 1);
  await opened();
  expect(writes).toBe(1);
});

it("Add opens above the head of the next block, and once saved stands below its own, with the focus", async () => {
  press("Add", 0);
  const editor = await opened();
  expect(editor?.nextElementSibling).toBe(places.above(1));
  typeInto("new");
  [...(editor?.querySelectorAll("button") ?? [])].find(({textContent}) => textContent === "Save")?.click();
  await vi.waitUntil(() => writes > 0);
  await follow();
  expect([heads(), editor?.previousElementSibling]).toEqual([["one", "new", "two", "three"], places.above(1)]);
  expect(places.root.activeElement?.className).toContain("cm-content");
  [text] = [""]; // its place goes with a page that cannot be shown
  main.replaceChildren();
  places.arrange();
  expect(places.root.activeElement?.className).toContain("cm-content");
});

it("an edit that changes nothing of the page ends once the preview has made that page again", async () => {
  press("Edit", 0);
  await opened();
  typeInto("\n");
  [...places.root.querySelectorAll("button")].find(({textContent}) => textContent === "Save")?.click();
  await vi.waitUntil(() => writes > 0);
  const isPaused = () => places.above(1).ariaDisabled === "true";
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(isPaused()).toBe(true);
  makePage();
  await vi.waitUntil(() => !isPaused());
});

it("a block that is not saved is shown where another is to be opened", async () => {
  press("Edit", 0);
  const editor = await opened();
  typeInto("more of ");
  scrolled.mockClear();
  await blocks.add();
  expect(scrolled.mock.contexts).toEqual([editor]);
  expect(editor?.querySelector("[role=status]")?.textContent).toBe("Save or close this block first");
});

it("Undo shows the block that is there again", async () => {
  press("Remove", 0);
  await vi.waitUntil(() => writes > 0);
  await follow();
  scrolled.mockClear();
  const undone = blocks.step("undo");
  await vi.waitUntil(() => writes > 1);
  await follow();
  await undone;
  expect(scrolled.mock.contexts).toEqual([places.above(0)]);
});
