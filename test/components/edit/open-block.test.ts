// @vitest-environment jsdom
import {afterEach, expect, it, vi} from "vitest";
import {openBlock} from "../../../src/components/edit/open-block.js";
import type {EditedPage} from "../../../src/components/edit/service.js";

Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList; // jsdom lays out nothing
afterEach(() => vi.unstubAllGlobals());

const paragraphs = (...texts: string[]): EditedPage => {
  const text = texts.join("\n\n");
  const blocks = texts.map((each) => {
    const start = text.indexOf(each);
    return {kind: "text", start, end: start + each.length};
  });
  return {name: "src/mine.md", hash: text, text, blocks, picks: null, undo: false, redo: false, forgot: false};
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

it("openBlock(source, number, {isNew}) keeps the place of a new block when another wrote the file meanwhile", async () => {
  const now = paragraphs("one, and more", "two", "three");
  const written = previewOf(now);
  const root = document.body.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  const acts: Promise<void>[] = [];
  const queue = (act: () => Promise<void>) => {
    acts.push(act());
    return Promise.all(acts).then(() => {});
  };
  const old = paragraphs("one", "two", "three");
  const opened = openBlock(old, 2, {isNew: true, root, queue, onSaved: () => {}, onClose: () => {}});
  root.append(opened.editor.element);
  const save = [...root.querySelectorAll("button")].find(({textContent}) => textContent === "Save");
  save?.click();
  await queue(async () => {});
  expect(root.querySelector("[role=status]")?.textContent).toBe(
    "src/mine.md was changed on disk meanwhile, and nothing was written: save once more"
  );
  expect([opened.number, written]).toEqual([2, []]);
  save?.click();
  await queue(async () => {});
  const {end = 0} = now.blocks[1] ?? {};
  expect(written.map(({change}) => change)).toEqual([{start: end, end, text: "\n\nText with **Markdown**"}]);
});
