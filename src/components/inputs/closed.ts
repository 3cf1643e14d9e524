import type {SessionRow} from "../chart/model.js";

/** The choice whether charts have closed hours, for `controls`, as `closed`. */
export const closedHours = {shown: "Shown", skipped: "Skipped"} as const;

const none = "the time shown has no closed hours";

/** Lets the reader make that choice where rows have closed hours; where they have none, the control is off and says so. */
export function offerClosed(rows: Iterable<Pick<SessionRow, "marketSession">>): void {
  const field = document.querySelector<HTMLFieldSetElement>("fieldset[data-choice=closed]");
  if (field === null) return;
  field.disabled = !Array.from(rows).some(({marketSession}) => marketSession === "closed");
  field.title = field.disabled ? none : "";
}
