import {html} from "../../ui/elements/dom.js";
import {mended, readWrong, type Wrong} from "./place.js";

/** An error with the place in the query, and a button that writes the nearest name there. */
export function wrongView(
  message: string,
  sql: string,
  write: (sql: string) => void
): {element: HTMLElement; wrong: Wrong} {
  const wrong = readWrong(message, sql);
  const {meant, excerpt} = wrong;
  const better = mended(sql, wrong);
  const button = html("button", {type: "button", class: "fb-button"}, `Write ${meant}`);
  button.addEventListener("click", () => better !== null && write(better));
  const element = html(
    "div",
    {class: "fb-console-wrong", role: "alert"},
    html("p", {}, wrong.message),
    excerpt === "" ? null : html("pre", {tabindex: 0, "aria-label": "The place in the query"}, excerpt),
    better === null ? null : button
  );
  return {element, wrong};
}
