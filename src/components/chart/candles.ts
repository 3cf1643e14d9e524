import {svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import type {Frame} from "./frame.js";
import {middleOf} from "./open.js";
import {inside, type Track} from "./runs.js";

const share = 0.7; // of a step; the rest is between two candles
const widest = 14;

/**
 * Draws a series as candles: a wick from the lowest to the highest value, a body from the first to the last; hollow where it
 * rose, filled where it fell, so that colour is not all that tells.
 */
export function candles(track: Track, {x, y, range, open: openTime}: Frame): SVGGElement {
  const {times, values, open, lower, upper, stepMs = 0} = track;
  const room = x(openTime.instant(openTime.at(range[0]) + stepMs)) - x(range[0]);
  const width = Math.max(1, Math.min(widest, share * room));
  const group = svg("g", {});
  const [start, end] = inside(track, range);
  for (let index = start; index < end; index++) {
    const [first, last] = [open?.[index] ?? NaN, values[index] ?? NaN];
    const [low, high] = [lower?.[index] ?? NaN, upper?.[index] ?? NaN];
    if (Number.isNaN(first + last + low + high)) continue;
    const time = times[index] ?? NaN;
    const middle = x(middleOf(openTime, time, stepMs));
    group.append(candle({middle, width, first: y(first), last: y(last), low: y(low), high: y(high)}));
  }
  return group;
}

/** The sign of candles in a legend, 16 × 10 px. */
export function candleSign(): SVGElement {
  const rect = (x: number, stroke: string, fill = stroke): SVGElement =>
    svg("rect", {x, y: 2, width: 4, height: 6, fill, stroke});
  return svg("g", {}, rect(2, color.positive, color.background), rect(10, color.negative));
}

/** A candle in px: where its middle and its prices lie. */
interface Candle {
  middle: number;
  width: number;
  first: number;
  last: number;
  low: number;
  high: number;
}

function candle({middle, width, first, last, low, high}: Candle): SVGGElement {
  const rose = last <= first; // in px, from above
  const stroke = rose ? color.positive : color.negative;
  const [top, bottom] = [Math.min(first, last), Math.max(first, last)];
  const size = {x: middle - width / 2, y: top, width, height: Math.max(1, bottom - top)};
  const wick = svg("path", {d: `M${middle.toFixed(2)},${high.toFixed(2)}V${low.toFixed(2)}`, stroke});
  return svg("g", {}, wick, svg("rect", {...size, fill: rose && width > 3 ? color.background : stroke, stroke}));
}
