import type {Editor} from "../editor/editor.js";
import {html} from "../parts/dom.js";
import {makeCode} from "./code.js";
import {readFence, writeFence} from "./fence.js";
import {languageName} from "./strip.js";

/** What is typed of a block: its Markdown, or of a fenced block its code, with its options in a field of their own. */
export interface Fields {
  element: HTMLElement;
  /** The Markdown of the block as it is typed. */
  value(): string;
  show(block: string): void;
  /** What keeps it from being saved; null: nothing. */
  fault(): string | null;
  focus(): void;
}

/** What fields tell: each change, Ctrl-Enter, and Escape. */
export interface FieldsOptions {
  label: string;
  onChange: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Makes fields that show a block. */
export function makeFields(root: ShadowRoot, first: string, told: FieldsOptions): Fields {
  const name = html("span");
  const options = html("input", {spellcheck: "false", autocapitalize: "off", autocomplete: "off"});
  const head = html("label", {class: "fb-edit-options"}, name, options);
  const element = html("div", {class: "fb-edit-typed"}, head);
  let shown = first; // whose fence the code is in
  let language: string | null = null;
  let code: Editor | null = null;

  function show(block: string): void {
    const fence = readFence(block);
    const value = fence?.code ?? block.replace(/\r\n?/g, "\n");
    shown = block;
    head.hidden = fence === null;
    name.textContent = `${languageName(fence?.language ?? "")} options`;
    options.placeholder = hints[fence?.language ?? ""] ?? "";
    options.value = fence?.options ?? "";
    if (language === (fence?.language ?? "")) code?.setValue(value);
    else {
      code?.destroy();
      const {label, onChange, onSave: onRun, onCancel} = told;
      const hint = fence === null ? `Text, with **Markdown** and values such as ${"$"}{rows.length}` : "";
      code = makeCode(root, fence?.language ?? "md", {label, value, hint, onChange, onRun, onCancel});
      element.replaceChildren(head, code.element);
    }
    language = fence?.language ?? "";
  }

  show(first);
  options.addEventListener("input", told.onChange);
  options.addEventListener("keydown", ({key, isComposing}) => {
    if (key === "Enter" && !isComposing) told.onSave();
    if (key === "Escape") told.onCancel();
  });
  return {
    element,
    value: () => writeFence(shown, {options: options.value, code: code?.value() ?? ""}),
    show,
    fault: () => (options.value.includes("`") ? "Options cannot have a backquote: take it out, then save" : null),
    focus: () => code?.focus()
  };
}

const hints: Readonly<Record<string, string>> = {sql: "id=rows", js: "echo"};
