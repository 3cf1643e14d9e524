import {formatUtc} from "../../lib/format.js";
import type {Instant} from "../../lib/instant.js";

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

/** The picture as pixels, twice as many as its size in px. Throws if the browser cannot draw it. */
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

/** The text of a CSV file. */
export function csvFile(name: string, text: string): SavedFile {
  return {name: `${name}.csv`, blob: new Blob([text], {type: "text/csv;charset=utf-8"})};
}

/** Offers a file to the reader as a download. */
export function download({name, blob}: SavedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Not at once: a browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What a saved chart is called: its title, and the time that it is of, to the minute. */
export function savedName(title: string, period: Iterable<Instant | null>): string {
  const times = Array.from(period, (time) => formatUtc(time, "minute").replace(" UTC", "z").replace(" ", "t"));
  return [title, ...times.map((time) => time.replace(":", ""))].join(" ");
}

/** A file name made of the words of some texts: `BTC/USD price` → `btc-usd-price`. */
export function fileName(...texts: string[]): string {
  const words =
    texts
      .join(" ")
      .normalize("NFKD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, 120) || "chart";
}
