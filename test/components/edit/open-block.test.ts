// @vitest-environment jsdom
import {EditorView} from "@codemirror/view";
import {afterEach, expect, it, vi} from "vitest";
import {type OpenHost, openBlock} from "../../../src/components/edit/open-block.js";
import type {EditedPage} from "../../../src/components/edit/service.js";

Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList; // jsdom lays out nothing
Element.prototype.scrollIntoView ??= () => {};
document.execCommand ??= () => false; // by which CodeMirror takes no focus from a place without a selection
afterEach(() => vi.unstubAllGlobals());

const paragraphs = (...texts: string[]): EditedPage => {
  const text = texts.join("\n\n");
  const blocks = texts.map((each) => {
    const start = text.indexOf(each);
    return {kind: "text", start, end: start + each.length};
  });
  return {name: "src/mine.md", hash: text, text, blocks, undo: false, redo: false, forgot: false};
};

// A preview that has another text by now than the page knows.
function previewOf(now: EditedPage) {
  const written: {change: {start: number; text: string}}[] = [];
  vi.stubGlobal("fetch", async (url: string, {method, body}: RequestInit = {}) => {
    if (!url.startsWith("/_feedbook/edit")) return new Response("", {status: 404});
    const asked = method === "POST" ? JSON.parse(String(body)) : null;
    if (asked !== null && asked.hash !== now.hash) return Response.json({error: "changed"}, {status: 409});
    if (asked !== null) written.push(asked);
    return Response.json(now);
  });
  return written;
}

function inTurn(): OpenHost["write"] {
  let last = Promise.resolve();
  return (act) => {
    last = last.then(async () => void (await act()));
    return last;
  };
}

const code = (root: ShadowRoot) => EditorView.findFromDOM(root.querySelector(".cm-editor") as HTMLElement);
const type = (root: ShadowRoot, insert: string) =>
  code(root)?.dispatch({changes: {from: 0, to: code(root)?.state.doc.length ?? 0, insert}});

it("openBlock(source, number, {isNew}) says what to write, and keeps what is typed and the focus as its kind is picked", () => {
  previewOf(paragraphs("one"));
  const root = document.body.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  const host = {write: async () => {}, onClose: () => {}};
  const {editor} = openBlock(paragraphs("one"), 1, {isNew: true, root, ...host});
  root.append(editor.element);
  const kinds = [...root.querySelectorAll<HTMLElement>("[aria-label='Kind of block'] button")];
  const pick = (name: string) => kinds.find(({textContent}) => textContent === name)?.click();
  const shown = () => [editor.value(), kinds.find((kind) => kind.ariaPressed === "true")?.textContent];
  expect([root.querySelector(".cm-placeholder")?.textContent, shown()]).toEqual([
    expect.stringMatching(/^Text, with/),
    ["", "Text"]
  ]);
  pick("SQL");
  expect([editor.isDirty(), shown()]).toEqual([false, ["```sql\nFROM feeds LIMIT 10\n```", "SQL"]]);
  expect(root.activeElement).toBe(root.querySelector(".cm-content"));
  type(root, "display(1)");
  Object.assign(root.querySelector("input") as HTMLInputElement, {value: "echo"});
  pick("JavaScript");
  expect([editor.isDirty(), shown()]).toEqual([true, ["```js echo\ndisplay(1)\n```", "JavaScript"]]);
  pick("Text");
  expect(shown()).toEqual(["display(1)", "Text"]);
});

it("openBlock(source, number, {isNew}) keeps the place of a new block when another wrote the file meanwhile", async () => {
  const now = paragraphs("one, and more", "two", "three");
  const written = previewOf(now);
  const root = document.body.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  const write = inTurn();
  const old = paragraphs("one", "two", "three");
  const opened = openBlock(old, 2, {isNew: true, root, write, onClose: () => {}});
  root.append(opened.editor.element);
  code(root)?.dispatch({changes: {from: 0, insert: "own"}});
  const save = [...root.querySelectorAll("button")].find(({textContent}) => textContent === "Save");
  save?.click();
  await write(async () => null);
  expect(root.querySelector("[role=status]")?.textContent).toBe(
    "src/mine.md was changed on disk meanwhile, and nothing was written: save once more"
  );
  expect([opened.number, written]).toEqual([2, []]);
  save?.click();
  await write(async () => null);
  const {end = 0} = now.blocks[1] ?? {};
  expect(written.map(({change}) => change)).toEqual([{start: end, end, text: "\n\nown"}]);
});

it("openBlock(source, number) edits the code of a fence and its options, and leaves every other byte", async () => {
  const text = "# A  \r\n\r\n```sql  id=a \r\nSELECT 1\r\n```\r\n\r\n\tEnd";
  const [start, end] = [text.indexOf("```sql"), text.lastIndexOf("```") + 3];
  const blocks = [
    {kind: "text", start: 0, end: 3},
    {kind: "sql", start, end}
  ];
  const source = {...paragraphs("x"), text, hash: text, blocks};
  const written = previewOf(source);
  const root = document.body.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  const write = inTurn();
  const {editor} = openBlock(source, 1, {isNew: false, root, write, onClose: () => {}});
  root.append(editor.element);
  expect([root.querySelector(".cm-content")?.textContent, root.querySelector("input")?.value]).toEqual([
    "SELECT 1",
    "id=a"
  ]);
  expect([editor.isDirty(), editor.value()]).toEqual([false, "```sql  id=a \nSELECT 1\n```"]);
  type(root, "SELECT 2\n```\n-- b");
  [...root.querySelectorAll("button")].find(({textContent}) => textContent === "Save")?.click();
  await write(async () => null);
  expect(written.map(({change}) => change)).toEqual([
    {start, end, text: "````sql  id=a \r\nSELECT 2\r\n```\r\n-- b\r\n````"}
  ]);
});
