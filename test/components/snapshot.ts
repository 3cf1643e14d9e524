import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {resolve} from "node:path";
import {expect} from "vitest";

const folder = resolve(import.meta.dirname, "snapshots");

/** Checks that a picture is well-formed and compares it with `snapshots/<name>.svg`, or writes it there when UPDATE_SNAPSHOTS=1. One element per line, so that changes can be read. */
export function expectSvg(picture: Element | null, name: string): void {
  if (picture === null) throw new Error(`no picture to compare with ${name}.svg`);
  const text = `${new XMLSerializer().serializeToString(picture).replaceAll("><", ">\n<")}\n`;
  expect(new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")).toBeNull();
  const path = resolve(folder, `${name}.svg`);
  if (process.env.UPDATE_SNAPSHOTS === "1") {
    mkdirSync(folder, {recursive: true});
    writeFileSync(path, text);
  }
  if (!existsSync(path)) throw new Error(`missing ${path}: run the tests with UPDATE_SNAPSHOTS=1 and look at it`);
  expect(text).toBe(readFileSync(path, "utf8"));
}
