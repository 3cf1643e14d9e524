import {readFileSync} from "node:fs";
import {resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {category, color} from "../../../src/ui/elements/theme.js";

type Rgb = [number, number, number];

// axe checks the contrast of each page in test/browser.
const sheet = readFileSync(resolve(import.meta.dirname, "../../../src/ui/elements/theme.css"), "utf8");
const themes = ["light", "dark"].map((name, index) => ({name, colors: read(index)}));
const categories = Array.from({length: 8}, (_, index) => `c${index + 1}`);

// Machado, Oliveira and Fernandes 2009, severity 1.
const visions: Record<string, Rgb[]> = {
  trichromat: rows("1 0 0, 0 1 0, 0 0 1"),
  protanope: rows("0.152286 1.052583 -0.204868, 0.114503 0.786281 0.099216, -0.003882 -0.048116 1.051998"),
  deuteranope: rows("0.367322 0.860646 -0.227968, 0.280085 0.672501 0.047413, -0.01182 0.04294 0.968881")
};

function rows(matrix: string): Rgb[] {
  return matrix.split(", ").map((row) => row.split(" ").map(Number) as Rgb);
}

describe.each(themes)("theme.css in $name", ({colors}) => {
  it.each(Object.keys(visions))("keeps categories, and positive and negative, distinct for a %s", (vision) => {
    const pairs = categories.flatMap((a, index) => categories.slice(index + 1).map((b) => [a, b] as const));
    for (const [a, b] of [...pairs, ["positive", "negative"] as const]) {
      expect(distance(colors, [a, b], vision), `${a} and ${b}`).toBeGreaterThan(0.1);
    }
  });
});

it("category(index) repeats after eight colours, and every named variable is in theme.css", () => {
  expect([category(0), category(8)]).toEqual([expect.stringMatching(/^var\(--fb-c1, #/), category(0)]);
  for (const value of [...Object.values(color), ...categories.map((_, index) => category(index))])
    expect(sheet).toContain(`${/--[\w-]+/.exec(value)?.[0]}:`);
});

function read(theme: number): Map<string, Rgb> {
  const pattern = /--fb-([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g;
  return new Map([...sheet.matchAll(pattern)].map(([, name = "", ...hex]) => [name, linear(hex[theme] ?? "")]));
}

function linear(hex: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

function get(colors: Map<string, Rgb>, name: string): Rgb {
  const found = colors.get(name);
  if (found === undefined) throw new Error(`no --fb-${name} in theme.css`);
  return found;
}

function distance(colors: Map<string, Rgb>, names: readonly [string, string], vision: string): number {
  const [a, b] = names.map((name) =>
    oklab((visions[vision] ?? []).map((row) => Math.max(0, dot(row, get(colors, name)))))
  );
  return Math.hypot(...(a ?? []).map((value, index) => value - (b?.[index] ?? NaN)));
}

// https://bottosson.github.io/posts/oklab/
function oklab(rgb: number[]): number[] {
  const [l = 0, m = 0, s = 0] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005]
  ].map((row) => Math.cbrt(dot(row, rgb)));
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ];
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
