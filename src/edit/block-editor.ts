import {javascriptLanguage} from "@codemirror/lang-javascript";
import {markdown} from "@codemirror/lang-markdown";
import {EditorView} from "@codemirror/view";
import type {SchemaTable} from "../ui/code-editor/completions.js";
import {type Editor, type EditorOptions, makeEditor} from "../ui/code-editor/editor.js";
import {sqlLanguage} from "../ui/code-editor/sql.js";
import {button, html} from "../ui/elements/dom.js";
import {languageName, readFence, writeFence} from "./fence.js";

/** The text and the actions of an editor of a block. */
export interface BlockEditorOptions {
  label: string;
  /** The block's Markdown; null: a new block, of a kind that the reader picks. */
  text: string | null;
  onSave: () => void;
  onClose: () => void;
}

/** An open editor of a block. */
export interface BlockEditor {
  element: HTMLElement;
  /** The block's Markdown as it is typed. */
  text(): string;
  isEmpty(): boolean;
  isDirty(): boolean;
  /** Marks the text `typed` as saved; the file has it as `written`. */
  saved(typed: string, written: string): void;
  report(text: string): void;
  /** Shows the file's text beside the typed text, which cannot be saved. */
  showFile(file: {name: string; text: string}): void;
  focus(): void;
}

const starts: Readonly<Record<string, string>> = {"": "", sql: "FROM feeds LIMIT 10", js: 'display("Hello");'};
const hint = `Text, with **Markdown** and values such as ${"$"}{rows.length}`;

/** Opens an editor for a block: its text or its code, and a field with the options of the code. Ctrl-Enter saves, Escape closes. */
export function makeBlockEditor(root: ShadowRoot, {label, text, onSave, onClose}: BlockEditorOptions): BlockEditor {
  const {head, name, options, typed, file, status, report} = makeParts();
  let shown = readFence(text ?? "");
  let code = makeField(shown.language, shown.code);
  const now = () => writeFence({language: shown.language, options: options.value.trim(), code: code.value()});
  const isDirty = () => options.value.trim() !== shown.options || code.value() !== shown.code;

  function makeField(language: string, value: string): Editor {
    head.hidden = language === "";
    name.textContent = `${languageName(language)} options`;
    const onChange = () => report(isDirty() ? "Not saved" : "");
    const common = {label, value, hint: language === "" ? hint : "", onChange, onRun: onSave, onCancel: onClose};
    const editor = makeCode(root, language || "md", common);
    typed.replaceChildren(head, editor.element);
    return editor;
  }
  const kinds = text === null ? kindPicker(turnInto) : null;
  function turnInto(language: string): void {
    const value = isDirty() ? code.value() : starts[language];
    shown = {...shown, language, code: starts[language] ?? ""};
    code.destroy();
    code = makeField(language, value ?? "");
    code.focus();
  }

  options.value = shown.options;
  options.addEventListener("input", () => report(isDirty() ? "Not saved" : ""));
  options.addEventListener("keydown", ({key, isComposing}) => {
    if (key === "Enter" && !isComposing) onSave();
    if (key === "Escape") onClose();
  });
  const buttons = [button("Save", onSave, {title: "Ctrl-Enter"}), button("Close", onClose, {title: "Escape"})];
  const row = html("div", {class: "fb-edit-row"}, kinds, ...buttons, status);
  const texts = html("div", {class: "fb-edit-texts"}, typed, file);
  return {
    element: html("section", {class: "fb-edit-block", "aria-label": label}, texts, row),
    text: now,
    isEmpty: () => code.value().trim() === "",
    isDirty,
    saved(saved, written) {
      kinds?.remove();
      const isSame = now() === saved; // nothing was typed since
      shown = readFence(isSame ? written : saved);
      if (isSame && written !== saved) code.setValue(shown.code);
      report(isDirty() ? "Not saved" : "Saved");
    },
    report,
    showFile: (changed) => showFile(file, changed),
    focus: () => code.focus()
  };
}

function makeParts() {
  const name = html("span");
  const options = html("input", {spellcheck: "false", autocapitalize: "off", autocomplete: "off"});
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const report = (text: string) => status.replaceChildren(text);
  const typed = html("div", {class: "fb-edit-typed"});
  const file = html("div", {class: "fb-edit-file", hidden: true});
  return {head: html("label", {class: "fb-edit-options"}, name, options), name, options, typed, file, status, report};
}

function kindPicker(onPick: (language: string) => void): HTMLElement {
  const kinds = Object.keys(starts).map((value) => html("option", {value}, languageName(value) || "Text"));
  const picker = html("select", {"aria-label": "Kind of block"}, ...kinds);
  picker.addEventListener("change", () => onPick(picker.value));
  return picker;
}

function showFile(element: HTMLElement, {name, text}: {name: string; text: string}): void {
  const reason = `${name} was changed on disk meanwhile, and nothing was written: copy your text, close, and open the block again. The file is now:`;
  element.replaceChildren(html("p", {role: "alert"}, reason), html("pre", {tabindex: 0}, text));
  element.hidden = false;
}

// An editor of code in a language of fences, such as `sql`, or of Markdown with such fences (`md`), for a shadow tree.
function makeCode(root: ShadowRoot, name: string, options: Omit<EditorOptions, "language">): Editor {
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
