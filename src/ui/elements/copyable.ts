import {button, html} from "./dom.js";

/**
 * A text with a button that copies it, or selects it if the browser denies access to the clipboard; others can stand
 * `beside` that one.
 */
export function copyable(text: string, label = "Example", ...beside: Node[]): HTMLElement {
  const code = html("code", {}, text);
  const copying = button("Copy", async () => {
    copying.textContent = (await copy(text, code)) ? "Copied" : "Selected";
    setTimeout(() => {
      copying.textContent = "Copy";
    }, 1500);
  });
  const pre = html("pre", {tabindex: 0, "aria-label": label}, code);
  return html("div", {class: "fb-copy"}, pre, copying, ...beside);
}

async function copy(text: string, code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
