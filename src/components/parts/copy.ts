import {html} from "./dom.js";

/** A text to copy, with a button for it; where the browser lets no page write to the clipboard, the text is selected. */
export function copyable(text: string): HTMLElement {
  const code = html("code", {}, text);
  const button = html("button", {type: "button"}, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copy(text, code)) ? "Copied" : "Selected";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
  const pre = html("pre", {tabindex: 0, "aria-label": "Example"}, code);
  return html("div", {class: "fb-copy"}, pre, button);
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
