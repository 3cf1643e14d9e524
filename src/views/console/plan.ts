import {html} from "../../ui/elements/dom.js";
import type {ConsoleChart} from "../../url/console.js";
import type {Given} from "./result.js";

/** The plan that EXPLAIN gives, as it is drawn with letters; null for other results. */
export function planView({rows}: Given): {element: HTMLElement; chart: () => ConsoleChart} | null {
  const plans = rows.map(({explain_value: plan}) => plan);
  if (plans.length === 0 || !plans.every((plan) => typeof plan === "string")) return null;
  const text = html(
    "pre",
    {class: "fb-console-plan", tabindex: 0, "aria-label": "Plan of the query"},
    plans.join("\n")
  );
  return {element: text, chart: () => ({draw: "none"})};
}
