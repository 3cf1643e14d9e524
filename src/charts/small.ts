import {group, maxIndex, minIndex} from "d3-array";
import {formatUtc, type Instant} from "../format/format.js";
import {type CellCursor, cellCursor} from "../ui/elements/cell-cursor.js";
import {html, set, svg} from "../ui/elements/dom.js";
import {plainTable} from "../ui/elements/table.js";
import {chartMenu} from "./menu.js";
import {type Entry, savedPicture} from "./picture.js";
import {csv, savedName} from "./save.js";
import {onWidth, shell} from "./shell.js";

/** A chart without zoom: how to draw it at a width, and its data as a table for screen readers and CSV. */
export interface SmallChart {
  title: string;
  height: number;
  /** Its content in words, for screen readers. */
  summary: string;
  draw: (width: number) => SVGSVGElement;
  ready?: () => Promise<unknown>;
  /** The legend, above the picture and in saved ones: makes its entries anew. */
  entries?: () => Entry[];
  header: string[];
  rows: (string | number)[][];
  /** The word for a rect with a title, if a cursor shall read them: `bar`. */
  part?: string | undefined;
  width?: number | undefined;
  source?: string | undefined;
  /** The time range of the data, shown below a saved picture and in its name. */
  period?: readonly [Instant | null, Instant | null] | undefined;
}

const firstWidth = 640;
const narrowest = 240; // less only while a page is being laid out

/** Puts a small chart into a figure that fills its container, with a save menu and a table for screen readers. */
export function smallChart(chart: SmallChart): HTMLElement {
  const {title, height, header, rows, part, width, source = "Feedbook", period = [], entries = () => []} = chart;
  const {figure, tools, legend, body} = shell(title, height, entries().length === 0);
  let current = width ?? firstWidth;
  const picture = (): SVGSVGElement => {
    const drawn = chart.draw(Math.max(current, narrowest));
    set(drawn, {role: "img", "aria-label": `${title}. ${chart.summary}`});
    return drawn;
  };
  const saved = async (): Promise<SVGSVGElement> => {
    await chart.ready?.();
    const range = period.map((time) => formatUtc(time, "minute")).join(" to ");
    const note = [source, range].filter(Boolean).join(" · ");
    return savedPicture(picture(), figure, {title, entries: entries(), note});
  };
  const name = (): string => savedName(title, period);
  tools.append(chartMenu(title, {picture: saved, table: () => csv(header, rows), name}));
  const texts = rows.map((row) => row.map((value) => (value === "" ? "–" : String(value))));
  const columns = header.map((label) => ({label}));
  body.append(picture(), html("div", {class: "fb-unseen"}, plainTable(title, columns, texts)));
  for (const {sign, text} of entries()) {
    const key = svg("svg", {width: 16, height: 10, "aria-hidden": "true"}, sign);
    legend.append(html("span", {class: "fb-entry"}, key, text));
  }
  const cursor = part === undefined || rows.length === 0 ? null : rectCursor(body, {title, part});
  if (cursor !== null) {
    legend.append(cursor.readout);
    body.append(cursor.surface);
  }
  if (width === undefined) {
    const ruler = html("div"); // as wide as the body, whose height may follow its width
    body.prepend(ruler);
    onWidth(ruler, (next) => {
      current = next;
      const drawn = picture();
      body.style.height = `${drawn.getAttribute("height")}px`;
      body.querySelector("svg")?.replaceWith(drawn);
      cursor?.place();
    });
  }
  return figure;
}

type Rect = ReturnType<typeof rectsIn>[number];

const nothing: Rect = {left: 0, top: 0, width: 0, height: 0, text: ""};

/** A cursor over the picture in `body` that reads the title of the rect nearest to the pointer, column by column. */
export function rectCursor(body: HTMLElement, {title, part}: {title: string; part: string}): CellCursor {
  const columns = (): Rect[][] => {
    const sorted = rectsIn(body).sort((a, b) => a.left - b.left || a.top - b.top);
    return [...group(sorted, ({left}) => left).values()];
  };
  const rect = ({row, column}: {row: number; column: number}): Rect => columns()[column]?.[row] ?? nothing;
  return cellCursor({
    ...{title, part},
    sizes: () => columns().map(({length}) => length),
    text: (cell) => rect(cell).text,
    start: () => ({row: 0, column: maxIndex(columns(), (column) => Math.max(...column.map(({height}) => height)))}),
    box: rect,
    at: ([x, y]) => {
      const all = columns();
      const column = minIndex(all, ([{left, width} = nothing]) => Math.abs(left + width / 2 - x));
      const row = minIndex(all[column] ?? [], ({top, height}) => Math.max(top - y, y - top - height));
      return row < 0 ? null : {row, column};
    }
  });
}

function rectsIn(body: HTMLElement) {
  return Array.from(body.querySelectorAll("rect > title"), (title) => {
    const px = (name: string): number => Number(title.parentElement?.getAttribute(name));
    return {left: px("x"), top: px("y"), width: px("width"), height: px("height"), text: title.textContent};
  });
}
