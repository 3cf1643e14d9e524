// @vitest-environment jsdom
import {EditorView} from "@codemirror/view";
import {expect, it, vi} from "vitest";
import {makeBlockEditor} from "../../../src/components/edit/block-editor.js";

Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList; // jsdom lays out nothing
Element.prototype.scrollIntoView ??= () => {};
document.execCommand ??= () => false;

it("makeBlockEditor(root, options) asks before it closes over what is not saved", async () => {
  vi.stubGlobal("fetch", async () => new Response("", {status: 404}));
  const root = document.body.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  const onClose = vi.fn();
  const onSave = vi.fn(async (text: string) => {
    if (onSave.mock.calls.length > 1) editor.saved(text); // the first is refused
  });
  const editor = makeBlockEditor(root, {label: "a", value: "old", onSave, onClose});
  root.append(editor.element);
  const press = (name: string) =>
    [...root.querySelectorAll("button")].find(({textContent}) => textContent === name)?.click();
  const question = root.querySelector<HTMLElement>("[aria-label='Close without saving?']");
  press("Close");
  expect([onClose.mock.calls.length, question?.hidden]).toEqual([1, true]); // nothing to ask
  EditorView.findFromDOM(root.querySelector(".cm-editor") as HTMLElement)?.dispatch({
    changes: {from: 0, insert: "so "}
  });
  press("Close");
  expect([onClose.mock.calls.length, question?.hidden, root.activeElement?.textContent]).toEqual([1, false, "Save"]);
  root.activeElement?.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
  expect([question?.hidden, editor.value(), root.activeElement?.className]).toEqual([
    ...[true, "so old", expect.stringContaining("cm-content")]
  ]);
  press("Close");
  const answer = () => {
    question?.querySelector("button")?.click();
    return new Promise((resolve) => setTimeout(resolve));
  };
  await answer();
  expect([onSave.mock.calls, onClose.mock.calls.length]).toEqual([[["so old"]], 1]);
  press("Close");
  await answer();
  expect([onSave.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 2]);
  editor.reset("older");
  EditorView.findFromDOM(root.querySelector(".cm-editor") as HTMLElement)?.dispatch({changes: {from: 0, insert: "x"}});
  press("Close");
  press("Discard");
  expect([onSave.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 3]);
});
