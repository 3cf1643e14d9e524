import {group, minIndex, sort} from "d3-array";
import {type CellCursor, cellCursor} from "../parts/cell-cursor.js";

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
  text: string;
}

const nothing: Rect = {left: 0, top: 0, width: 0, height: 0, text: ""};

/**
 * A cursor over the picture in `body` that reads the rects with a title, each a `part` of the chart: by column from the left,
 * in a column from the top. The pointer, or a finger, need only be nearest.
 */
export function rectCursor(body: HTMLElement, {title, part}: {title: string; part: string}): CellCursor {
  const columns = (): Rect[][] => [
    ...group(
      sort(
        rectsIn(body),
        ({left}) => left,
        ({top}) => top
      ),
      ({left}) => left
    ).values()
  ];
  const rect = ({row, column}: {row: number; column: number}): Rect => columns()[column]?.[row] ?? nothing;
  return cellCursor({
    ...{title, part},
    sizes: () => columns().map(({length}) => length),
    text: (cell) => rect(cell).text,
    box: (cell) => {
      const {text: _, ...box} = rect(cell);
      return box;
    },
    at: ([x, y]) => {
      const all = columns();
      const column = minIndex(all, ([{left, width} = nothing]) => Math.abs(left + width / 2 - x));
      const row = minIndex(all[column] ?? [], ({top, height}) => Math.max(top - y, y - top - height));
      return row < 0 ? null : {row, column};
    }
  });
}

function rectsIn(body: HTMLElement): Rect[] {
  return Array.from(body.querySelectorAll("rect > title"), (title) => {
    const px = (name: string): number => Number(title.parentElement?.getAttribute(name));
    return {left: px("x"), top: px("y"), width: px("width"), height: px("height"), text: title.textContent};
  });
}
