import {formatUtc, type Instant} from "../format/format.js";
import type {Range} from "./model.js";
import {inside, type Track} from "./runs.js";

/** A file to hand to the reader. */
export interface SavedFile {
  name: string;
  blob: Blob;
}

/** The text of an SVG file. */
export function svgFile(name: string, picture: SVGSVGElement): SavedFile {
  const text = new XMLSerializer().serializeToString(picture);
  return {name: `${name}.svg`, blob: new Blob([text], {type: "image/svg+xml"})};
}

/** A PNG file of a picture, `scale` pixels per px. @throws if the browser cannot draw it */
export async function pngFile(name: string, picture: SVGSVGElement, scale = 2): Promise<SavedFile> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(Number(picture.getAttribute("width")) * scale);
  canvas.height = Math.round(Number(picture.getAttribute("height")) * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error(`cannot draw ${name}.png: save it as SVG instead`);
  return {name: `${name}.png`, blob};
}

/** A CSV file of texts. */
export function csvFile(name: string, ...texts: (Blob | string)[]): SavedFile {
  return {name: `${name}.csv`, blob: new Blob(texts, {type: "text/csv;charset=utf-8"})};
}

/** Offers a file to the reader as a download. */
export function download({name, blob}: SavedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Later, as the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name of a saved chart: its title and time range, to the minute. */
export function savedName(title: string, period: Iterable<Instant | null>): string {
  const times = Array.from(period, (time) => formatUtc(time, "minute").replace(" UTC", "z").replace(" ", "t"));
  return [title, ...times.map((time) => time.replace(":", ""))].join(" ");
}

/** A file name from the words of a text: `BTC/USD price` → `btc-usd-price`. */
export function fileName(text: string): string {
  const words =
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, 120) || "chart";
}

/** A table as CSV text (RFC 4180): numbers in full, missing values empty. */
export function csv(header: string[], rows: Iterable<(string | number)[]>): string {
  return csvLines([header]) + csvLines(rows);
}

/** Rows as lines of such a text, without the header. */
export function csvLines(rows: Iterable<(string | number)[]>): string {
  return Array.from(rows, (row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** The tracks' points in a time range as a table: one row per time in UTC, one column for each name in `columns`. */
export function tableOf(tracks: Track[], range: Range): {header: string[]; rows: (string | number)[][]} {
  const named = tracks.flatMap((track) => {
    const [name, upper, lower, open] = track.columns;
    const value = {name, of: track, values: track.saved ?? track.values};
    const others = [
      {name: open, of: track, values: track.open},
      {name: upper, of: track, values: track.upper},
      {name: lower, of: track, values: track.lower}
    ];
    const columns = track.shape === "candles" ? [...others, value] : [value, ...others];
    return columns.flatMap(({name, of, values}) => (name && values ? [{name, of, values}] : []));
  });
  const byTime = new Map<number, (string | number)[]>();
  for (const [column, {of, values}] of named.entries()) {
    const candles = tracks.find(({shape, times}) => shape === "candles" && times === of.times);
    const [start, end] = inside(candles ?? of, range);
    for (let index = start; index < end; index++) {
      const time = of.times[index] ?? NaN;
      const row = byTime.get(time) ?? [new Date(time).toISOString(), ...named.map(() => "")];
      row[column + 1] = values[index] ?? "";
      byTime.set(time, row);
    }
  }
  const sorted = [...byTime].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {header: ["time", ...named.map(({name}) => name)], rows: sorted};
}

function field(value: string | number): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  // Spreadsheets would run text with these starts as a formula.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
