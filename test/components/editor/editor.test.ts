// @vitest-environment jsdom
import {CompletionContext, type CompletionResult} from "@codemirror/autocomplete";
import {EditorState} from "@codemirror/state";
import {describe, expect, it} from "vitest";
import {makeEditor} from "../../../src/components/editor/editor.js";
import {sqlLanguage} from "../../../src/components/editor/sql.js";

describe("makeEditor(options)", () => {
  it("has a name, the text, and its changes", () => {
    const told: string[] = [];
    const editor = makeEditor({label: "Query", value: "FROM a", onChange: (value) => told.push(value)});
    expect(editor.element.querySelector("[role=textbox]")?.getAttribute("aria-label")).toBe("Query");
    editor.setValue("FROM b\r\nLIMIT 1");
    editor.insert("0");
    expect(told).toEqual(["FROM b\nLIMIT 1", "FROM b\nLIMIT 10"]);
    expect(editor.value()).toBe("FROM b\nLIMIT 10");
    editor.destroy();
  });

  it("marks the word that is wrong until the text changes, wherever it may be", () => {
    const editor = makeEditor({label: "Query", value: "SELECT prce"});
    const marked = () => editor.element.querySelector(".cm-wrong")?.textContent ?? null;
    editor.markWrong(7);
    expect(marked()).toBe("prce");
    editor.markWrong(99);
    expect(marked()).toBe("e");
    editor.setValue("SELECT 1");
    expect(marked()).toBeNull();
    editor.setValue("");
    editor.markWrong(0);
    expect(marked()).toBeNull();
  });
});

describe("sqlLanguage(schemaOf)", () => {
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

  it("completes names and keywords, but no text, comment or nothing", async () => {
    expect(await complete("FROM f")).toEqual(expect.arrayContaining(["feeds", "FROM", "QUALIFY", "ASOF"]));
    for (const none of ["SELECT 'f", "SELECT 1 -- f", "/* f", "FROM "]) expect(await complete(none), none).toEqual([]);
  });
});
