import {simulatedBanner} from "../components/banner.js";

let mark: Element | null = null;

/**
 * Puts the note that data is simulated on top of a page that does not show it itself, or takes it away again. It stands
 * before the main part: a preview edits that part's children by their positions.
 */
export function markPage(simulated: boolean): void {
  mark?.remove();
  mark = null;
  if (!simulated || document.querySelector(".fb-banner")) return;
  mark = simulatedBanner({simulated});
  document.querySelector("main")?.before(mark);
}
