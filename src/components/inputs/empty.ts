import {html} from "../parts/dom.js";

/** What a page shows while the store has none of what it needs: how to fill it. */
export function emptyState(missing = "updates"): HTMLElement {
  const command = html("code", {}, "npm run load");
  return html(
    "div",
    {class: "fb-empty", role: "status"},
    html("strong", {}, `No ${missing} in the store yet`),
    html("p", {}, "Run ", command, " to fill it. In a preview this page then shows them by itself.")
  );
}
