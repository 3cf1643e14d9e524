import {javascriptLanguage} from "@codemirror/lang-javascript";
import {markdown} from "@codemirror/lang-markdown";
import {EditorView} from "@codemirror/view";
import {type Editor, type EditorOptions, makeEditor} from "../ui/code-editor/editor.js";
import type {SchemaTable} from "../ui/code-editor/schema.js";
import {sqlLanguage} from "../ui/code-editor/sql.js";

/** An editor of code in a language of fences, such as `sql`, or of Markdown with such fences (`md`), for a shadow tree. */
export function makeCode(root: ShadowRoot, name: string, options: Omit<EditorOptions, "language">): Editor {
  if (!isAsked) void readTables();
  isAsked = true;
  const sql = sqlLanguage(() => ({tables, functions: []}));
  const codeLanguages = (info: string) => {
    if (/^sql\b/.test(info)) return sql.language;
    return /^(?:js|jsx|ts|tsx)\b/.test(info) ? javascriptLanguage : null;
  };
  const languages = name === "md" ? markdown({codeLanguages}) : (codeLanguages(name) ?? []);
  const editor = makeEditor({...options, language: [languages, sql.support]});
  EditorView.findFromDOM(editor.element)?.setRoot(root);
  return editor;
}

let tables: readonly SchemaTable[] = [];
let isAsked = false;

// What the page /data lists; where that is not there, only keywords are completed.
async function readTables(): Promise<void> {
  const answer = await fetch("/_file/data/data.json").catch(() => null);
  if (!answer?.ok) return;
  const all: SchemaTable[] = (await answer.json()).tables ?? [];
  tables = all.filter(({kind}) => kind !== "store");
}
