import {formatUtc} from "../../lib/format.js";
import type {Instant} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {resolveColors} from "./colors.js";
import {csv} from "./csv.js";
import {saveMenu} from "./menu.js";
import {compose} from "./picture.js";
import {rectCursor} from "./rects.js";
import {savedName} from "./save.js";
import {onWidth, shell} from "./shell.js";

/** A chart without a time axis: how to draw it at a width, and its data as a table for screen readers and CSV. */
export interface SmallChart {
  title: string;
  height: number;
  /** What it shows, in words. */
  summary: string;
  draw: (width: number) => SVGSVGElement;
  /** What a saved picture waits for. */
  ready?: () => Promise<unknown>;
  header: string[];
  rows: (string | number)[][];
  /** What a rect with a title is called, where a cursor is to read them. */
  part?: string | undefined;
  width?: number | undefined;
  source?: string | undefined;
  /** The time that the data is of: below a saved picture, and part of its name. */
  period?: readonly [Instant | null, Instant | null] | undefined;
}

const firstWidth = 640;
const narrowest = 240; // a page that is being laid out may have less room for a moment

/** Puts a small chart into a figure that fills its container, with a menu to save it and its table for screen readers. */
export function smallChart({
  title,
  height,
  summary,
  draw,
  ready,
  header,
  rows,
  part,
  width,
  source = "Feedbook",
  period
}: SmallChart): HTMLElement {
  const {figure, tools, legend, body} = shell(title, height);
  let current = width ?? firstWidth;
  const picture = (): SVGSVGElement => {
    const drawn = draw(Math.max(current, narrowest));
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", `${title}. ${summary}`);
    return drawn;
  };
  const saved = async (): Promise<SVGSVGElement> => {
    await ready?.();
    const font = getComputedStyle(figure).fontFamily || "sans-serif";
    const range = (period ?? []).map((time) => formatUtc(time, "minute")).join(" to ");
    const note = [source, range].filter(Boolean).join(" · ");
    const whole = compose(picture(), {title, entries: [], source: note, font});
    resolveColors(whole, figure);
    return whole;
  };
  tools.append(
    saveMenu(title, {picture: saved, table: () => csv(header, rows), name: () => savedName(title, period ?? [])})
  );
  body.append(picture(), table(title, header, rows));
  const cursor = part === undefined || rows.length === 0 ? null : rectCursor(body, {title, part});
  if (cursor !== null) {
    legend.append(cursor.readout);
    body.append(cursor.surface);
  }
  if (width === undefined) {
    onWidth(body, (next) => {
      current = next;
      body.querySelector("svg")?.replaceWith(picture());
      cursor?.place();
    });
  }
  return figure;
}

function table(title: string, header: string[], rows: (string | number)[][]): HTMLElement {
  const cells = (row: (string | number)[], tag: "th" | "td"): HTMLElement =>
    html("tr", {}, ...row.map((cell) => html(tag, tag === "th" ? {scope: "col"} : {}, String(cell))));
  const body = rows.map((row) => cells(row, "td"));
  const head = html("thead", {}, cells(header, "th"));
  return html(
    "div",
    {class: "fb-unseen"},
    html("table", {}, html("caption", {}, title), head, html("tbody", {}, ...body))
  );
}
