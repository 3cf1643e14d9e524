import {quantileSorted} from "d3-array";
import {color} from "../../ui/elements/theme.js";

/** How a cell is painted: a colour of the theme and its opacity (0 to 1). */
export interface Tint {
  fill: string;
  opacity: number;
}

/** The tint of a heat map's cells by value, and its key. */
export interface Tints {
  of: (value: number) => Tint;
  key: (Tint & {text: string})[];
}

const opacities = [0.12, 0.3, 0.5, 0.72, 1];

/** Five classes with equally many different values each. `short` formats all values of the key but the first. */
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

/** Two hues around zero, stronger with distance, up to `limit`, where the opacity is `strongest`. */
export function zeroTints(
  values: readonly number[],
  write: (value: number) => string,
  {limit, strongest = 1}: {limit?: number | undefined; strongest?: number} = {}
): Tints {
  const most = limit ?? limitOf(values);
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

const within = 0.98; // of the values: otherwise a few outliers would leave no colour for the others
const farOff = 1.5;
const faintest = 0.1;

/** The size from which on the colour is the strongest: the largest of some values, or their quantile if that is far smaller. */
export function limitOf(values: Iterable<number>): number {
  const sizes = Array.from(values, Math.abs)
    .filter((size) => !Number.isNaN(size))
    .sort((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const usual = quantileSorted(sizes, within) || largest; // the quantile is zero if nearly all values are
  return largest < farOff * usual ? largest : usual;
}

// The opacity grows with the share, so that zero is the background in both themes.
function paint(share: number): Tint {
  const size = Math.abs(share);
  const opacity = size === 0 ? 0 : Math.round(100 * (faintest + (1 - faintest) * size)) / 100;
  return {fill: share < 0 ? color.negative : color.positive, opacity};
}
