import {formatBps, formatCount, formatPercent} from "../../src/format/format.js";

/** What asks a snapshot; rows have the names of their columns. */
export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

/**
 * What the finding of each notebook has to say of a snapshot: parts of its text, computed from single updates without any
 * named query, with inputs as they are at first.
 */
export const expectedOf: Readonly<Record<string, (ask: Ask) => Promise<string[]>>> = {
  async "weekend-gaps"(ask) {
    const rows =
      await ask(`SELECT priceFeedId AS feed, epoch(publishedAt) AS at, price, marketSession = 'regular' AS regular
      FROM prices JOIN feeds USING (priceFeedId) WHERE assetType = 'equity' AND price > 0 ORDER BY ALL`);
    const gaps: {hours: number; bps: number}[] = [];
    const last = new Map<unknown, {at: number; price: number; left: boolean}>();
    for (const {feed, at, price, regular} of rows as {feed: number; at: number; price: number; regular: boolean}[]) {
      const before = last.get(feed);
      if (regular && before?.left)
        gaps.push({hours: (at - before.at) / 3600, bps: Math.abs(10_000 * Math.log(price / before.price))});
      if (regular) last.set(feed, {at, price, left: false});
      else if (before) before.left = true;
    }
    const [weekends, nights] = [true, false].map((long) => gaps.filter(({hours}) => hours > 48 === long));
    if (!weekends || !nights || Math.min(weekends.length, nights.length) < 5) return [tooLittle];
    const [weekend, night] = [weekends, nights].map((some) => median(some.map(({bps}) => bps))) as [number, number];
    const expected = Math.sqrt(mean(weekends.map(({hours}) => hours)) / mean(nights.map(({hours}) => hours)));
    const told =
      weekend / night > 1.1 * expected ? "more than" : weekend / night < 0.9 * expected ? "less than" : "about";
    return [formatBps(weekend), formatBps(night), `move ${expected.toFixed(1)} times`, told];
  },

  async "confidence-calibration"(ask) {
    // The first price that is at least 5 minutes later stands in for the last until then: updates are a minute or five apart.
    const feeds = await ask(`SELECT priceFeedId AS id, count(*) AS n FROM prices JOIN feeds USING (priceFeedId)
      WHERE assetType IS DISTINCT FROM 'funding-rate' GROUP BY id`);
    const known = [1, 2, 6, 327, 922, 346, 340, 1398]; // BTC, ETH, SOL, EUR/USD, AAPL, gold, USD/JPY, SPY
    const place = ({id}: Record<string, unknown>) => known.indexOf(Number(id)) + 1;
    const order = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      (place(a) || 99) - (place(b) || 99) || Number(b.n) - Number(a.n) || Number(a.id) - Number(b.id);
    const ids = feeds
      .toSorted(order)
      .slice(0, 8)
      .map(({id}) => id);
    if (ids.length === 0) return [tooLittle];
    const [row] = await ask(`WITH own AS (
        SELECT priceFeedId, publishedAt, price, confidence FROM prices
        WHERE marketSession IS DISTINCT FROM 'closed' AND ageSeconds <= 1 AND price IS NOT NULL
          AND priceFeedId IN (${ids.join()})
      )
      SELECT count(*) AS n, count(*) FILTER (abs(later.price - own.price) <= own.confidence * (1 + 1e-9)) AS within
      FROM own JOIN own AS later ON later.priceFeedId = own.priceFeedId
        AND later.publishedAt = own.publishedAt + INTERVAL 5 MINUTE
      WHERE own.confidence >= 0`);
    if (Number(row?.n) < 100) return [tooLittle];
    const share = Number(row?.within) / Number(row?.n);
    const laplace = 1 - Math.exp(-Math.SQRT2);
    const told = share < laplace - 0.05 ? "too narrow" : share > laplace + 0.05 ? "too wide" : "about right";
    return [formatCount(Number(row?.n)), formatPercent(share), formatPercent(laplace), told];
  },

  async "spread-hours"(ask) {
    const hours =
      await ask(`SELECT extract(hour FROM (publishedAt AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York') AS hour,
        marketSession AS session, median(10000 * (ask - bid) / ((ask + bid) / 2)) AS bps
      FROM prices WHERE priceFeedId = 922 AND ask > bid AND marketSession <> 'closed'
      GROUP BY ALL HAVING count(DISTINCT date_trunc('minute', publishedAt)) >= 5 ORDER BY bps`);
    if (hours.length < 6) return [tooLittle];
    const said = [hours[0], hours.at(-1)].map(
      (row) => `at ${row?.hour}:00 in New York (${row?.session}, ${formatBps(Number(row?.bps))})`
    );
    return [...said, `${(Number(hours.at(-1)?.bps) / Number(hours[0]?.bps)).toFixed(1)} times as wide`];
  },

  async "funding-carry"(ask) {
    const [best] = await ask(`WITH held AS (
        SELECT symbol, publishedAt, rate8h, epoch(lead(publishedAt, 1, (SELECT max(publishedAt) FROM funding))
          OVER (PARTITION BY priceFeedId ORDER BY publishedAt)) - epoch(publishedAt) AS seconds
        FROM funding JOIN feeds USING (priceFeedId)
      )
      SELECT low.symbol AS low, high.symbol AS high, 10000 * sum((high.rate8h - low.rate8h) * low.seconds) / 28800 AS bps, sum(low.seconds) / 3600 AS hours
      FROM held AS low JOIN held AS high USING (publishedAt)
      WHERE regexp_extract(low.symbol, '(\\w+)/', 1) = regexp_extract(high.symbol, '(\\w+)/', 1)
      GROUP BY ALL HAVING bps > 0 ORDER BY bps DESC LIMIT 1`);
    if (best === undefined || Number(best.hours) < 24) return [tooLittle];
    const [low, high] = [best.low, best.high].map((symbol) => String(symbol).split("."));
    const pair = `${low?.[1]} → ${high?.[1]}, ${low?.[2]?.split("/")[0]}`;
    return [
      pair,
      `earned ${formatBps(Number(best.bps))} in`,
      Number(best.bps) > 5 ? "hours, more than" : "hours, less than"
    ];
  },

  async "lead-lag"(ask) {
    const returns = new Map<number, Map<number, number>>();
    for (const id of [1, 2]) {
      const rows = await ask(`SELECT floor(epoch(publishedAt) / 300) AS step, arg_max(price, publishedAt) AS price
        FROM prices WHERE priceFeedId = ${id} AND price > 0 GROUP BY step ORDER BY step`);
      const known = new Map(rows.map(({step, price}) => [Number(step), Number(price)]));
      const whole = [...known].slice(0, -1); // the last step has not ended
      const of = whole.map(([step, price]) => [step, Math.log(price / (known.get(step - 1) ?? NaN))] as const);
      returns.set(id, new Map(of.filter(([, value]) => !Number.isNaN(value))));
    }
    const at = (lag: number) => {
      const pairs = [...(returns.get(1) ?? [])].map(
        ([step, value]) => [value, returns.get(2)?.get(step + lag) ?? NaN] as const
      );
      return pairs.filter(([, other]) => !Number.isNaN(other));
    };
    const now = at(0);
    if (now.length < 50) return [tooLittle];
    const others = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6].map((lag) => ({lag, r: correlation(at(lag))}));
    const [best] = others.toSorted((a, b) => b.r - a.r);
    const chance = 4 / Math.sqrt(now.length);
    const leader = Number(best?.lag) > 0 ? "Crypto.BTC/USD" : "Crypto.ETH/USD";
    const told =
      Number(best?.r) > chance ? `${leader} leads by ${5 * Math.abs(best?.lag ?? 0)} minutes` : "neither leads";
    return [formatCount(now.length), signed(correlation(now), 2), signed(best?.r ?? NaN, 3), told];
  },

  async "session-staleness"(ask) {
    const rows = await ask(`SELECT marketSession = 'regular' AS regular, count(*) AS n,
        count(*) FILTER (publishedAt > feedUpdateTimestamp + INTERVAL 1 MINUTE) AS late
      FROM prices WHERE feedUpdateTimestamp IS NOT NULL AND marketSession IS NOT NULL GROUP BY regular`);
    const [regular, other] = [true, false].map((wanted) => rows.find((row) => row.regular === wanted));
    if (!regular || Number(regular.n) < 100) return [tooLittle];
    const share = (row: typeof regular) => formatPercent(Number(row.late) / Number(row.n));
    const others = other ? `In all other sessions ${share(other)}` : "No other session";
    const told = Number(regular.late) / Number(regular.n) < 0.01 ? "feeds are fresh" : "feeds go stale";
    return [`Of ${formatCount(Number(regular.n))} updates`, share(regular), others, told];
  },

  async "ema-reversion"(ask) {
    const rows =
      await ask(`SELECT floor(epoch(publishedAt) / 300) AS step, arg_max(price, publishedAt) AS price, arg_max(ema, publishedAt) AS ema
      FROM prices WHERE priceFeedId = 1 AND price > 0 AND ema > 0 GROUP BY step ORDER BY step`);
    const steps = rows.map(({step, price, ema}) => [Number(step), Number(price), Number(ema)] as const);
    const pairs = steps.flatMap(([step, price, ema], i) => {
      const [next, after] = steps[i + 1] ?? [NaN, NaN];
      return next === step + 1 ? [[Math.log(price / ema), Math.log(after / price)] as const] : [];
    });
    if (pairs.length < 100) return [tooLittle];
    const r = correlation(pairs);
    const beyond = Math.abs(r) > 2 / Math.sqrt(pairs.length);
    return [formatCount(pairs.length), signed(r, 3), !beyond ? "says nothing" : r < 0 ? "it comes back" : "it runs on"];
  },

  async "publishers-confidence"(ask) {
    const rows =
      await ask(`SELECT priceFeedId AS feed, publisherCount AS publishers, confidence / abs(price) AS width FROM prices
      WHERE marketSession IS DISTINCT FROM 'closed' AND ageSeconds <= 1 AND confidence > 0 AND price <> 0`);
    const of = new Map<unknown, {publishers: number; width: number}[]>();
    for (const row of rows as {feed: number; publishers: number; width: number}[])
      (of.get(row.feed) ?? of.set(row.feed, []).get(row.feed))?.push(row);
    const ratios = [...of.values()].flatMap((some) => {
      const counts = some.map(({publishers}) => publishers).toSorted((a, b) => a - b);
      const usual = counts[Math.ceil(counts.length / 2) - 1] ?? NaN;
      const width = median(some.map((row) => row.width));
      return some.map((row) => ({more: row.publishers - usual, ratio: row.width / width}));
    });
    const [few, many] = [-2, 2].map((wanted) => ratios.filter(({more}) => more === wanted).map(({ratio}) => ratio));
    if (!few || !many || Math.min(few.length, many.length) < 100) return [tooLittle];
    const [fewer, more] = [median(few) - 1, median(many) - 1];
    const [falls, rises] = [fewer > 0.02 && more < -0.02, fewer < -0.02 && more > 0.02];
    const told = falls ? "it is narrower" : rises ? "it is wider" : "does not follow their number";
    return [formatPercent(Math.abs(more)), formatPercent(Math.abs(fewer)), told];
  }
};

/** What a finding says of a store that has too little for it. */
export const tooLittle = "Too little data for a finding";

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const sum = (of: (x: number, y: number) => number) => pairs.reduce((total, [x, y]) => total + of(x - a, y - b), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

function signed(value: number, digits: number): string {
  return value.toFixed(digits).replace("-", "−");
}
