import {html} from "../parts/dom.js";
import {button} from "./button.js";
import {makeCode} from "./code.js";

/** What an editor of a block does. */
export interface BlockEditorOptions {
  label: string;
  value: string;
  /** Texts to begin a new block with, by their names; the first is `value`. */
  templates?: Readonly<Record<string, string>>;
  onSave: (text: string) => void;
  onClose: () => void;
}

/** An open editor of a block. */
export interface BlockEditor {
  element: HTMLElement;
  /** Whether it has what is not saved. */
  isDirty(): boolean;
  value(): string;
  /** Shows a text as saved. */
  reset(text: string): void;
  saved(text: string): void;
  tell(text: string): void;
  /** Shows beside the text what is on disk, and offers to write the text in its place or to take what is there. */
  showOther(told: string, other: string, actions: {onMine: () => void; onTheirs: () => void}): void;
  focus(): void;
}

/** Opens an editor for the text of a block: Ctrl-Enter saves, Escape closes, once more if something is not saved. */
export function makeBlockEditor(root: ShadowRoot, options: BlockEditorOptions): BlockEditor {
  let saved = options.value;
  let isWarned = false;
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const other = html("div", {class: "fb-edit-other", hidden: true});
  const code = makeCode(root, {
    label: options.label,
    value: options.value,
    onChange() {
      isWarned = false;
      status.textContent = isDirty() ? "Not saved" : "";
    },
    onRun: () => options.onSave(code.value()),
    onCancel: close
  });
  const isDirty = () => code.value() !== saved.replace(/\r\n?/g, "\n");
  function close(): void {
    if (!isDirty() || isWarned) options.onClose();
    isWarned = true;
    status.textContent = "Not saved: Ctrl-Enter saves, Escape once more discards";
  }
  const buttons = [button("Save", () => options.onSave(code.value()), "Ctrl-Enter"), button("Close", close, "Escape")];
  const kind = kindField(options, code.setValue);
  const row = html("div", {class: "fb-edit-row"}, kind, ...buttons, status);
  const element = html(
    "section",
    {class: "fb-edit-block", "aria-label": options.label},
    html("div", {class: "fb-edit-texts"}, code.element, other),
    row
  );
  const hideOther = () => {
    other.hidden = true;
    other.replaceChildren();
  };
  return {
    element,
    isDirty,
    value: code.value,
    reset(text) {
      saved = text;
      code.setValue(text);
      hideOther();
    },
    saved(text) {
      kind?.remove();
      saved = text;
      isWarned = false;
      status.textContent = isDirty() ? "Not saved" : "Saved";
      hideOther();
    },
    tell: (text) => {
      status.textContent = text;
    },
    showOther(told, text, {onMine, onTheirs}) {
      const actions = [button("Save mine in its place", onMine), button("Take what is on disk", onTheirs)];
      other.replaceChildren(
        html("p", {role: "alert"}, told),
        html("pre", {tabindex: 0}, text),
        html("div", {class: "fb-edit-row"}, ...actions)
      );
      other.hidden = false;
    },
    focus: code.focus
  };
}

function kindField({templates, value}: BlockEditorOptions, set: (text: string) => void): HTMLElement | null {
  if (templates === undefined) return null;
  const select = html("select", {"aria-label": "Kind of block"});
  for (const [name, text] of Object.entries(templates)) select.append(html("option", {selected: text === value}, name));
  select.addEventListener("change", () => set(templates[select.value] ?? ""));
  return select;
}
