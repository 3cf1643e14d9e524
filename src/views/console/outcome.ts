import {html} from "../../ui/elements/dom.js";
import type {ConsoleChart} from "../../url/console.js";
import {planView} from "./plan.js";
import {type Given, resultView, tellResult} from "./result.js";
import {wrongView} from "./wrong-view.js";

/** What a query gave, or why it failed, below the editor. */
export interface Outcome {
  status: HTMLElement;
  element: HTMLElement;
  /** Writes a line above it. */
  tell(text: string): void;
  /** Dims rows or an error until the next outcome, as another query has been run. */
  dim(): void;
  /** Says why the query gave no outcome, and whose rows those below are. */
  tellStopped(reason: string): void;
  /** Shows rows, with a chart, or the one that suits them; `changed` is called with each choice of the reader. */
  show(given: Given, chart: ConsoleChart | undefined, changed: (chart: ConsoleChart) => void): void;
  /**
   * Shows an error of a query; `write` is called with the query that has the nearest name instead. Returns the place in the
   * query that is wrong, or null.
   */
  showWrong(message: string, sql: string, write: (sql: string) => void): number | null;
  /** The chart that is drawn. */
  chart(): ConsoleChart;
}

/** The place below the editor; until there is an outcome it has what is `first`. */
export function outcomePlace(first: HTMLElement): Outcome {
  const status = html("p", {class: "fb-console-status", role: "status"});
  const element = html("div", {class: "fb-console-outcome"}, first);
  const none = (): ConsoleChart => ({draw: "none"});
  let drawn = none;
  const replace = (view: HTMLElement): void => {
    element.replaceChildren(view);
    element.removeAttribute("data-old");
  };
  return {
    status,
    element,
    tell(text) {
      status.textContent = text;
    },
    dim() {
      drawn = none;
      element.toggleAttribute("data-old", !element.contains(first));
    },
    tellStopped(reason) {
      const below = element.hasAttribute("data-old") ? "; what is below is of the query before" : "";
      status.textContent = `${reason}${below}`;
    },
    show(given, chart, changed) {
      const view = planView(given) ?? resultView(given, chart, changed);
      drawn = view.chart;
      status.textContent = tellResult(given);
      replace(view.element);
    },
    showWrong(message, sql, write) {
      const {element: view, wrong} = wrongView(message, sql, write);
      drawn = none;
      status.textContent = "";
      replace(view);
      return wrong.offset;
    },
    chart: () => drawn()
  };
}
