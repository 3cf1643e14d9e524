import {color} from "../../ui/elements/theme.js";
import {heatScale, paint, type Tint} from "./grid.js";

/** The tint of a heat map's cells by value, and its key. */
export interface Tints {
  of: (value: number) => Tint;
  key: (Tint & {text: string})[];
}

const opacities = [0.12, 0.3, 0.5, 0.72, 1];

/**
 * Five classes with equally many different values each, larger values stronger; with fewer values, fewer classes. `write`
 * formats the first value of the key, `short` the others.
 */
export function classTints(values: readonly number[], write: (value: number) => string, short = write): Tints {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const edges = opacities.map((_, i) => sorted[Math.floor((i * sorted.length) / opacities.length)] ?? 0);
  const bounds = [...new Set(edges)];
  const classes = bounds.map((from, i) => {
    const place = bounds.length === 1 ? 2 : Math.round((i * (opacities.length - 1)) / (bounds.length - 1));
    const text = i === 0 ? `from ${write(from)}` : `≥ ${short(from)}`;
    return {from, fill: color.accent, opacity: opacities[place] ?? 1, text};
  });
  const of = (value: number): Tint => classes.findLast(({from}) => value >= from) ?? {fill: color.accent, opacity: 1};
  return {of, key: classes};
}

/**
 * Two hues around zero, stronger with distance, up to `limit` (default: the limit of `heatScale`). `strongest` is the opacity
 * there: less than 1 if the cells have text. The key has only sides with values.
 */
export function zeroTints(
  values: readonly number[],
  write: (value: number) => string,
  {limit, strongest = 1}: {limit?: number | undefined; strongest?: number} = {}
): Tints {
  const scale = heatScale(values);
  const most = limit ?? scale.limit;
  const of = (value: number): Tint => {
    const {fill, opacity} = paint(most > 0 ? Math.max(-1, Math.min(1, value / most)) : 0);
    return {fill, opacity: opacity * strongest};
  };
  const isBeyond = values.some((value) => Math.abs(value) > most);
  const shares = [-1, -0.5, 0.5, 1].filter((share) => values.some((value) => value * share > 0));
  const key = shares.map((share) => {
    const sign = isBeyond && share === -1 ? "≤ " : isBeyond && share === 1 ? "≥ " : "";
    return {...of(share * most), text: `${sign}${write(Number((share * most).toPrecision(3)))}`};
  });
  return {of, key: most > 0 ? key : []};
}
