import {group, mean, range} from "d3-array";
import {type HeatOptions, heatChart, ticksOf} from "../../charts/heat/heat-chart.js";
import {zeroTints} from "../../charts/heat/tints.js";
import {formatRate, type Instant, toNumber} from "../../format/format.js";
import {formatInstant, formatSpan} from "../../format/zone.js";
import {clockFrom, nextPayment} from "../../ui/elements/countdown.js";
import {color} from "../../ui/elements/theme.js";
import {rateOn} from "./basis.js";
import {ownersOf} from "./lines.js";
import type {MatrixRow} from "./matrix.js";

interface CalendarOptions extends HeatOptions {
  /** The time of simulated data, from which it starts; null: the reader's clock. */
  simulatedAt?: Instant | null;
}

const hour = 3_600_000;
const mostNamed = 4;
const shortest = 1 / 60; // hours: a bad row may have a tiny interval, of which a day has too many

/** The payments of the next 24 hours as a heat map, a row for each venue and a column for each hour, tinted by their mean rate. */
export function fundingCalendar(
  rows: Iterable<MatrixRow>,
  {simulatedAt = null, ...options}: CalendarOptions = {}
): HTMLElement {
  const now = clockFrom(simulatedAt)();
  const start = now - (now % hour);
  const payments = paymentsOf([...rows], now);
  const venues = [...new Set(payments.map(({venue}) => venue))].sort();
  const hours = range(25).map((i) => start + i * hour);
  const write = (rate: number): string => formatRate(rate);
  const groups = [...group(payments, ({venue, at}) => `${venues.indexOf(venue)} ${Math.floor((at - start) / hour)}`)];
  const cells = groups.map(([key, some]) => {
    const [row = 0, column = 0] = key.split(" ").map(Number);
    return {row, column, some, rate: mean(some, ({rate}) => rate) ?? 0};
  });
  const tints = zeroTints(
    cells.map(({rate}) => rate),
    write
  );
  const spanAt = (column: number): string => formatSpan(start + column * hour, start + (column + 1) * hour);
  return heatChart({
    ...{title: "Payments in the next 24 hours, mean rate", rowHeight: 24, empty: "no payment is known"},
    summary: `${payments.length} payments at ${venues.length} venues.`,
    ...{rows: venues, columns: hours.length, columnName: spanAt, none: "no payment", ticks: ticksOf(hours, hour)},
    cells: cells.map(({row, column, some, rate}) => ({
      ...{...tints.of(rate), row, column},
      title: `${venues[row]}, ${formatInstant(some[0]?.at ?? NaN, "utc", "minute")}: ${namesOf(some)}`
    })),
    key: [...tints.key, {fill: color.ink3, opacity: 0.08, text: "no payment"}],
    period: [hours[0] ?? null, hours.at(-1) ?? null],
    header: ["venue", "underlying", "paid at", "rate"],
    data: payments.map(({venue, underlying, at, rate}) => [venue, underlying, new Date(at).toISOString(), rate]),
    ...options
  });
}

interface Due {
  venue: string;
  underlying: string;
  at: number;
  rate: number;
}

function paymentsOf(rows: readonly MatrixRow[], now: number): Due[] {
  const owners = ownersOf(rows);
  const due: Due[] = [];
  for (const row of rows) {
    const {venue = "", underlying = ""} = owners.get(String(row.priceFeedId)) ?? {};
    const rate = rateOn("interval", row);
    if (row.isValid === false || Number.isNaN(rate) || toNumber(row.intervalHours) < shortest) continue;
    for (let at = nextPayment(row, now); at <= now + 24 * hour; at = nextPayment(row, at))
      due.push({venue: venue || underlying, underlying, at, rate});
  }
  return due.sort((a, b) => a.at - b.at);
}

function namesOf(payments: readonly Due[]): string {
  const sorted = payments.toSorted((a, b) => Math.abs(b.rate) - Math.abs(a.rate));
  const named = sorted.slice(0, mostNamed).map(({underlying, rate}) => `${underlying} ${formatRate(rate)}`);
  const more = sorted.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
