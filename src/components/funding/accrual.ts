import {formatRate, formatTick, type Quantity} from "../../lib/format.js";
import type {Instant} from "../../lib/instant.js";
import type {ChartOptions} from "../chart/model.js";
import {timeChart} from "../chart/time.js";
import {byTime} from "../parts/rows.js";
import type {FundingRate} from "./basis.js";
import {linesOf, nameOf, stylesOf, subjectOf} from "./lines.js";

/** What a feed's rates accrued up to an instant since the start of a view: a fraction of the position, positive where longs paid. */
export interface AccruedRow extends Pick<FundingRate, "priceFeedId" | "symbol"> {
  publishedAt: Instant;
  accrued?: Quantity;
}

/** What a long position paid since the start of the view in all, as a step line per feed; below zero it received. */
export function accrualChart(rows: Iterable<AccruedRow>, options: ChartOptions): HTMLElement {
  const lines = linesOf([...rows]);
  const style = stylesOf(lines);
  return timeChart({
    title: `${subjectOf(lines)} that a long paid`,
    height: 220,
    ...options,
    ...(lines.length > 0 &&
      lines.every(({rows}) => rows.length === 1) && {empty: "one rate alone: what it paid is not known yet"}),
    series: lines.map((line) => {
      const {times, values} = byTime(line.rows);
      const columns = [`${nameOf(line)} accrued`] as const;
      const accrued = values("accrued");
      const known = accrued.length > 1 ? accrued : accrued.map(() => NaN); // since an instant nothing can have been paid
      return {key: line.id, columns, shape: "step", times, values: known, ...style(line)};
    }),
    formatValue: formatRate,
    formatTick: (share, step) => formatTick(100 * share, 100 * step),
    zero: true,
    unit: "% of position"
  });
}
