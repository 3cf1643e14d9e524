import {html, set} from "./dom.js";

/** A column of a {@link plainTable}: the text of its header, and the class of all its cells. */
export interface Head {
  label: string | Node;
  class?: string | undefined;
}

/** A table that is not sorted or searched; its caption is for screen readers alone, unless it is an element. */
export function plainTable(
  caption: string | HTMLElement,
  heads: readonly Head[],
  rows: Iterable<readonly (Node | string)[]>
): HTMLTableElement {
  const classes = heads.map((head) => head.class);
  return html(
    "table",
    {role: "table"},
    typeof caption === "string" ? html("caption", {class: "fb-unseen"}, caption) : caption,
    tableHead(heads),
    html("tbody", {role: "rowgroup"}, ...Array.from(rows, (cells) => tableRow(cells, classes)))
  );
}

/** A table in a box that scrolls sideways; the head of one that fits stays on the screen (`data-fits`). */
export function tableBox(label: string, table: HTMLElement): HTMLElement {
  const box = html("div", {class: "fb-list", role: "region", "aria-label": label, tabindex: 0}, table);
  if (typeof ResizeObserver === "undefined") return box;
  const observer = new ResizeObserver(() => {
    const fits = table.offsetWidth <= box.clientWidth;
    set(box, {"data-fits": fits, tabindex: fits ? null : 0}); // the Tab key stops only at a box that scrolls
  });
  for (const element of [box, table]) observer.observe(element);
  return box;
}

/** The head of a table. A column without a label has no header. */
export function tableHead(heads: readonly Head[]): HTMLElement {
  const cells = heads.map(({label, class: name}) =>
    label === ""
      ? html("td", {role: "cell", class: name})
      : html("th", {scope: "col", role: "columnheader", class: name}, label)
  );
  return html("thead", {role: "rowgroup"}, html("tr", {role: "row"}, ...cells));
}

/** A row of a table: its first cell is its header. Roles are explicit, as rows with a `display` of their own lose theirs. */
export function tableRow(
  cells: readonly (Node | string)[],
  classes: readonly (string | undefined)[],
  role = "cell"
): HTMLElement {
  const made = cells.map((cell, i) =>
    i === 0
      ? html("th", {scope: "row", role: "rowheader", class: classes[i]}, cell)
      : html("td", {role, class: classes[i]}, cell)
  );
  return html("tr", {role: "row"}, ...made);
}
