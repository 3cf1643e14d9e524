import {button, html} from "./dom.js";

/** A text with a button that copies it, or selects it if the browser denies that; `beside` adds buttons. */
export function copyable(text: string, label = "Example", ...beside: Node[]): HTMLElement {
  const code = html("code", {}, text);
  const select = (): string => {
    getSelection()?.selectAllChildren(code);
    return "Selected";
  };
  const pre = html("pre", {tabindex: 0, "aria-label": label}, code);
  const copying = copyButton(() => text, select);
  copying.className = "fb-button";
  return html("div", {class: "fb-copy"}, pre, copying, ...beside);
}

/** A button that copies a text and briefly says so; if the browser denies it, it says the text of `denied`. */
export function copyButton(textOf: () => string, denied: () => string, label?: string): HTMLElement {
  const copy = async () => {
    copying.textContent = (await copyText(textOf())) ? "Copied" : denied();
    setTimeout(() => {
      copying.textContent = "Copy";
    }, 1500);
  };
  const copying = button("Copy", () => void copy(), {"aria-label": label});
  return copying;
}

/** Copies a text. Returns whether the browser allows it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // over plain http a page of another machine has no clipboard
  }
}

// For plain http: copies the selected text of a field, which is inside the dialog if one is open.
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = html("textarea", {class: "fb-unseen", readonly: true});
  field.value = text;
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand?.("copy") ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
