import {button, html} from "./dom.js";

/**
 * A text with a button that copies it, or selects it if the browser denies access to the clipboard; others can stand
 * `beside` that one.
 */
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

/** Copies a text. Returns whether the browser allows it: over plain http it does only on this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
