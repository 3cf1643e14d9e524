import type {HeatOptions} from "../../charts/heat/classes.js";
import {classTints} from "../../charts/heat/tints.js";
import {dayName, weekMap} from "../../charts/heat/week.js";
import {withWhole} from "../../charts/shell.js";
import {formatBps, formatCount, type Quantity, toNumber} from "../../format/format.js";
import {short} from "../../ui/elements/names.js";

/** The median spread of an hour of the week (`weekday` 1 is Monday, `hour` 0 to 23), over `hours` hours of data. */
export interface WeekRow {
  weekday: Quantity;
  hour: Quantity;
  spreadBps: Quantity;
  hours: Quantity;
}

/** Options of {@link weekChart}; `zone` is the time zone of the hours. */
export interface WeekOptions extends HeatOptions {
  symbol: string;
  zone: string;
  empty?: string;
}

/** Weekdays × hours: the median spread in bps in up to five classes, the widest spreads the strongest. */
export function weekChart(rows: Iterable<WeekRow>, {symbol, zone, empty, ...options}: WeekOptions): HTMLElement {
  const known = Array.from(rows, (row) => {
    const [weekday, hour, hours] = [toNumber(row.weekday), toNumber(row.hour), toNumber(row.hours)];
    const detail = `median of ${formatCount(hours)} ${hours === 1 ? "hour" : "hours"}`;
    return {weekday, hour, value: toNumber(row.spreadBps), hours, detail};
  }).filter(({weekday, hour, value}) => weekday >= 1 && weekday <= 7 && hour >= 0 && hour < 24 && !Number.isNaN(value));
  const bps = known.map(({value}) => value);
  const figure = weekMap(known, {
    ...{title: `${short(symbol)} median spread by hour of the week, ${zone}`, ...options},
    ...{none: "no spreads", empty: empty ?? "no spreads in any hour", ends: ["Tightest", "widest"], write: formatBps},
    tints: classTints(bps, formatBps, (value) => formatBps(value, {unit: false})),
    header: ["weekday", "hour", "spreadBps", "hours"],
    data: known.map(({weekday, hour, value, hours}) => [dayName(weekday), hour, value, hours])
  });
  return withWhole(figure, symbol);
}
