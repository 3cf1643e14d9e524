import {html} from "../parts/dom.js";
import {button} from "./button.js";
import {makeFields} from "./fields.js";

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

/** Opens an editor for the Markdown of a block: Ctrl-Enter saves, Escape closes, once more if something is not saved. */
export function makeBlockEditor(root: ShadowRoot, options: BlockEditorOptions): BlockEditor {
  let saved = options.value;
  let isWarned = false;
  const status = html("span", {class: "fb-edit-status", role: "status"});
  const tell = (text: string): void => {
    status.textContent = text;
  };
  const fields = makeFields(root, saved, {
    label: options.label,
    onChange() {
      isWarned = false;
      tell(isDirty() ? "Not saved" : "");
    },
    onSave: save,
    onCancel: close
  });
  const isDirty = () => fields.value() !== saved.replace(/\r\n?/g, "\n");
  function save(): void {
    const fault = fields.fault();
    if (fault === null) options.onSave(fields.value());
    else tell(fault);
  }
  function close(): void {
    if (!isDirty() || isWarned) options.onClose();
    isWarned = true;
    tell("Not saved: Ctrl-Enter saves, Escape once more discards");
  }
  const other = makeOther();
  const kind = kindField(options, fields.show);
  const buttons = [button("Save", save, "Ctrl-Enter"), button("Close", close, "Escape")];
  const element = html(
    "section",
    {class: "fb-edit-block", "aria-label": options.label},
    html("div", {class: "fb-edit-texts"}, fields.element, other.element),
    html("div", {class: "fb-edit-row"}, kind, ...buttons, status)
  );
  return {
    element,
    isDirty,
    value: fields.value,
    reset(text) {
      saved = text;
      fields.show(text);
      other.hide();
    },
    saved(text) {
      kind?.remove();
      saved = text;
      isWarned = false;
      tell(isDirty() ? "Not saved" : "Saved");
      other.hide();
    },
    tell,
    showOther: other.show,
    focus: fields.focus
  };
}

// What is on disk, beside what is typed.
function makeOther(): {element: HTMLElement; hide(): void; show: BlockEditor["showOther"]} {
  const element = html("div", {class: "fb-edit-other", hidden: true});
  return {
    element,
    hide() {
      element.hidden = true;
      element.replaceChildren();
    },
    show(told, text, {onMine, onTheirs}) {
      const actions = [button("Save mine in its place", onMine), button("Take what is on disk", onTheirs)];
      element.replaceChildren(
        html("p", {role: "alert"}, told),
        html("pre", {tabindex: 0}, text),
        html("div", {class: "fb-edit-row"}, ...actions)
      );
      element.hidden = false;
    }
  };
}

function kindField({templates, value}: BlockEditorOptions, show: (text: string) => void): HTMLElement | null {
  if (templates === undefined) return null;
  const select = html("select", {"aria-label": "Kind of block"});
  for (const [name, text] of Object.entries(templates)) select.append(html("option", {selected: text === value}, name));
  select.addEventListener("change", () => show(templates[select.value] ?? ""));
  return select;
}
