import {formatBps, formatCount, type Quantity, toNumber} from "../../lib/format.js";
import {type HeatOptions, heatChart} from "../heat/classes.js";
import type {Tint} from "../heat/grid.js";
import {color} from "../parts/theme.js";

/** The median spread of an hour of the week (`weekday` 1 is Monday, `hour` 0 to 23), of so many `hours` of it. */
export interface WeekRow {
  weekday: Quantity;
  hour: Quantity;
  spreadBps: Quantity;
  hours: Quantity;
}

/** Options of {@link weekChart}; `zone` is that of the hours. */
export interface WeekOptions extends HeatOptions {
  symbol: string;
  zone: string;
  empty?: string;
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const opacities = [0.12, 0.3, 0.5, 0.72, 1];

/** Weekdays × hours: the median spread in bps, in five classes of as many cells each, the widest spreads the strongest. */
export function weekChart(rows: Iterable<WeekRow>, {symbol, zone, empty, ...options}: WeekOptions): HTMLElement {
  const known = Array.from(rows, (row) => {
    const [weekday, hour] = [toNumber(row.weekday), toNumber(row.hour)];
    return {weekday, hour, bps: toNumber(row.spreadBps), hours: toNumber(row.hours)};
  }).filter(({weekday, hour, bps}) => weekday >= 1 && weekday <= 7 && hour >= 0 && hour < 24 && !Number.isNaN(bps));
  const classes = classesOf(known.map(({bps}) => bps));
  const ordered = known.toSorted((a, b) => a.bps - b.bps);
  const name = ({weekday, hour}: {weekday: number; hour: number}) => `${days[weekday - 1]} ${clock(hour)}`;
  const [tightest, widest] = [ordered[0], ordered.at(-1)];
  return heatChart({
    ...{title: `${symbol} median spread by hour of the week, ${zone}`, rowHeight: 24, ...options},
    rows: known.length === 0 ? [] : days,
    columns: 24,
    summary:
      tightest === undefined || widest === undefined
        ? ""
        : `Tightest ${name(tightest)} with ${formatBps(tightest.bps)}, widest ${name(widest)} with ${formatBps(widest.bps)}.`,
    columnName: clock,
    none: "no spreads",
    ticks: Array.from({length: 8}, (_, i) => ({column: 3 * i, text: clock(3 * i)})),
    cells: known.map((cell) => ({
      ...(classes.findLast(({from}) => cell.bps >= from) ?? {fill: color.accent, opacity: 1}),
      row: cell.weekday - 1,
      column: cell.hour,
      title: `${name(cell)}: ${formatBps(cell.bps)}, median of ${formatCount(cell.hours)} ${cell.hours === 1 ? "hour" : "hours"}`
    })),
    key: classes,
    header: ["weekday", "hour", "spreadBps", "hours"],
    data: known.map(({weekday, hour, bps, hours}) => [days[weekday - 1] ?? "", hour, bps, hours]),
    empty: empty ?? "no spreads in any hour"
  });
}

// Classes that hold as many cells each; where many are alike there are fewer.
function classesOf(values: number[]): (Tint & {from: number; text: string})[] {
  const sorted = values.toSorted((a, b) => a - b);
  const edges = opacities.map((_, i) => sorted[Math.floor((i * sorted.length) / opacities.length)] ?? 0);
  const bounds = [...new Set(edges)];
  return bounds.map((from, i) => {
    const opacity =
      opacities[bounds.length === 1 ? 2 : Math.round((i * (opacities.length - 1)) / (bounds.length - 1))] ?? 1;
    return {
      from,
      fill: color.accent,
      opacity,
      text: i === 0 ? `from ${formatBps(from)}` : `≥ ${formatBps(from, {unit: false})}`
    };
  });
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
