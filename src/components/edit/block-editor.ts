import {html, onKeys} from "../parts/dom.js";
import {button} from "./button.js";
import {readFence, writeFence} from "./fence.js";
import {makeFields} from "./fields.js";

/** What an editor of a block does. */
export interface BlockEditorOptions {
  label: string;
  value: string;
  /** What a new block can begin with, by the name of its kind; one is `value`. */
  kinds?: Readonly<Record<string, string>>;
  /** Resolves once the text is written and shown, or could not be written. */
  onSave: (text: string) => Promise<void>;
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

/** Opens an editor for the Markdown of a block: Ctrl-Enter saves, Escape closes, and asks first if something is not saved. */
export function makeBlockEditor(root: ShadowRoot, options: BlockEditorOptions): BlockEditor {
  let saved = options.value;
  const {status, tell} = makeStatus();
  const fields = makeFields(root, saved, {
    label: options.label,
    onChange() {
      question.hide();
      tell(isDirty() ? "Not saved" : "");
    },
    onSave: () => void save(),
    onCancel: () => close()
  });
  const isDirty = () => fields.value() !== saved.replace(/\r\n?/g, "\n");
  async function save(thenClose = false): Promise<void> {
    question.hide();
    const fault = fields.fault();
    if (fault !== null) return tell(fault);
    await options.onSave(fields.value());
    if (thenClose && !isDirty() && element.isConnected) options.onClose();
  }
  const close = () => (isDirty() ? question.show() : options.onClose());
  const other = makeOther();
  const kinds = kindButtons(options, (start) => {
    const isOwn = isDirty();
    if (!isOwn) saved = start;
    fields.show(isOwn ? retyped(start, fields.value()) : start);
    fields.focus();
  });
  const buttons = [button("Save", () => void save(), "Ctrl-Enter"), button("Close", close, "Escape")];
  const row = html("div", {class: "fb-edit-row"}, kinds, ...buttons, status);
  const question = makeQuestion(row, {
    Save() {
      fields.focus();
      void save(true);
    },
    Discard: options.onClose,
    "Keep editing": fields.focus
  });
  const texts = html("div", {class: "fb-edit-texts"}, fields.element, other.element);
  const element = html("section", {class: "fb-edit-block", "aria-label": options.label}, texts, row, question.element);
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
      kinds?.remove();
      saved = text;
      tell(isDirty() ? "Not saved" : "Saved");
      other.hide();
    },
    tell,
    showOther: other.show,
    focus: fields.focus
  };
}

function makeStatus(): {status: HTMLElement; tell(text: string): void} {
  const status = html("span", {class: "fb-edit-status", role: "status"});
  return {
    status,
    tell(text) {
      status.textContent = text;
    }
  };
}

// Asks, in place of a row of buttons, what becomes of what is not saved. Escape is the last answer.
function makeQuestion(row: HTMLElement, answers: Record<"Save" | "Discard" | "Keep editing", () => void>) {
  const buttons = Object.entries(answers).map(([name, act]) =>
    button(name, () => {
      set(false);
      act();
    })
  );
  const asked = "Close without saving?";
  const label = {class: "fb-edit-row", role: "group", "aria-label": asked, hidden: true};
  const element = html("div", label, html("span", {class: "fb-edit-status"}, asked), ...buttons);
  onKeys(element, () => ({Escape: () => buttons.at(-1)?.click()}));
  const set = (isAsked: boolean): void => {
    element.hidden = !isAsked;
    row.hidden = isAsked;
  };
  return {
    element,
    hide: () => set(false),
    show() {
      set(true);
      element.scrollIntoView({block: "nearest"});
      buttons[0]?.focus();
    }
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

// What was typed before a kind is picked stays, as a block of that kind.
function retyped(start: string, typed: string): string {
  return writeFence(start, {options: "", code: typed, ...readFence(typed)});
}

function kindButtons({kinds, value}: BlockEditorOptions, onPick: (start: string) => void): HTMLElement | null {
  if (kinds === undefined) return null;
  const buttons = Object.entries(kinds).map(([name, start]) => {
    const pick = button(name, () => {
      if (pick.getAttribute("aria-pressed") === "true") return;
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === pick));
      onPick(start);
    });
    pick.setAttribute("aria-pressed", String(start === value));
    return pick;
  });
  return html("div", {class: "fb-edit-kinds", role: "group", "aria-label": "Kind of block"}, ...buttons);
}
