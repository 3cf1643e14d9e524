import {html} from "../../ui/elements/dom.js";

/** What the buttons below the editor do. */
export interface BarActions {
  run(): void;
  cancel(): void;
  /** The address of the query and its chart. */
  link(): string;
  /** The text of a page with them. */
  page(): string;
  /** Says what became of it. */
  tell(text: string): void;
}

/** The buttons below the editor; `showRunning` says whether there is a query to cancel. */
export function queryBar(actions: BarActions): {element: HTMLElement; showRunning(isRunning: boolean): void} {
  const {run, cancel, link, page, tell} = actions;
  const copy = async (text: string, told: string): Promise<void> => {
    const copied = navigator.clipboard.writeText(text).then(
      () => told,
      () => "The browser does not allow to copy."
    );
    tell(await copied);
  };
  const stop = button("Cancel", cancel, "Escape");
  stop.disabled = true;
  const element = html(
    "div",
    {class: "fb-console-bar"},
    button("Run", run, "Ctrl-Enter"),
    stop,
    button("Copy link", () => void copy(link(), "Copied a link to this query and its chart.")),
    button(
      "Copy as a page",
      () => void copy(page(), "Copied: save it as src/notebooks/mine.md, and open /notebooks/mine.")
    )
  );
  return {
    element,
    showRunning(isRunning) {
      stop.disabled = !isRunning;
    }
  };
}

function button(text: string, act: () => void, title?: string): HTMLButtonElement {
  const element = html("button", {type: "button", class: "fb-button", title}, text);
  element.addEventListener("click", act);
  return element;
}
