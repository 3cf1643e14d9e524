// @vitest-environment jsdom
import {CompletionContext, type CompletionResult, snippetCompletion} from "@codemirror/autocomplete";
import {EditorState} from "@codemirror/state";
import {EditorView} from "@codemirror/view";
import {describe, expect, it} from "vitest";
import {makeEditor} from "../../../src/ui/code-editor/editor.js";
import {sqlLanguage} from "../../../src/ui/code-editor/sql.js";

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
    ["spread_summary(#{feeds})", ["(", "a"], "spread_summary(a)"],
    ["median(#{})", ["(", "p"], "median(p)"],
    ["spread_summary(#{feeds})", ["(", "("], "spread_summary((feeds))"],
    ["median(#{})", ["p", "("], "median(p())"]
  ])("%s and %j are %s", (completed, texts, value) => expect(opened(completed, ...texts)).toBe(value));
});

describe("sqlLanguage(schemaOf)", () => {
  it.each(["RECURSIVE", "DESC", "CURRENT"])("draws %s as a keyword", (word) => {
    const {language} = sqlLanguage(() => ({tables: [], functions: []}));
    expect(language.parser.parse(word).resolveInner(1).name).toBe("Keyword");
  });

  const complete = async (text: string): Promise<string[]> => {
    const tables = [{kind: "table", name: "feeds", meaning: "", columns: []}];
    const state = EditorState.create({doc: text, extensions: sqlLanguage(() => ({tables, functions: []}))});
    const [source] = state.languageDataAt<(context: CompletionContext) => Promise<CompletionResult | null>>(
      "autocomplete",
      text.length
    );
    const result = await source?.(new CompletionContext(state, text.length, false));
    return result?.options.map(({label}) => label) ?? [];
  };

  it("completes names and keywords, but not inside texts and comments", async () => {
    expect(await complete("FROM f")).toEqual(expect.arrayContaining(["feeds", "FROM", "QUALIFY", "ASOF"]));
    for (const none of ["SELECT 'f", "SELECT 1 -- f", "/* f", "FROM "]) expect(await complete(none), none).toEqual([]);
  });
});
