// @vitest-environment jsdom
import {snippetCompletion} from "@codemirror/autocomplete";
import {EditorView} from "@codemirror/view";
import {describe, expect, it} from "vitest";
import {makeEditor} from "../../../src/ui/code-editor/editor.js";

describe("an opening bracket after a completed call", () => {
  Range.prototype.getClientRects = () => document.body.getClientRects(); // jsdom has no layout to scroll to

  const opened = (completed: string, ...texts: string[]): string => {
    const editor = makeEditor({label: "Query"});
    const view = EditorView.findFromDOM(editor.element);
    if (view === null) throw new Error("no editor");
    const completion = snippetCompletion(completed, {label: "called"});
    const {apply} = completion;
    if (typeof apply === "function") apply(view, completion, 0, 0);
    for (const text of texts) {
      const {from, to} = view.state.selection.main;
      const insert = () => view.state.update(view.state.replaceSelection(text));
      const isTaken = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
      if (!isTaken) view.dispatch(insert());
    }
    return editor.value();
  };

  it.each([
    ["spread_summary(#{feeds}, #{since})", ["("], "spread_summary(feeds, since)"],
    ["spread_summary(#{feeds})", ["(", "("], "spread_summary((feeds))"],
    ["median(#{})", ["p", "("], "median(p())"]
  ])("%s and %j are %s", (completed, texts, value) => expect(opened(completed, ...texts)).toBe(value));
});
