import {html} from "./dom.js";

/** A note on top of a page that its data is simulated; hidden if it is not. */
export function simulatedBanner({simulated}: {simulated: boolean}): HTMLElement {
  if (!simulated) return html("p", {hidden: true});
  const strong = html("strong", {}, "Simulated data.");
  return html(
    "p",
    {class: "fb-banner", role: "note"},
    strong,
    " These figures come from Feedbook’s sandbox, not from any market."
  );
}
