import {type Feed, feeds, type PriceFeed, stateAt} from "./feeds.js";
import {schedulesOf} from "./sessions.js";

const instruments: Readonly<Record<string, string>> = {commodity: "future", "funding-rate": "rate", nav: "nav"};

/** The catalogue at an instant (Unix ms): every feed, in those fields of the public catalogue that Feedbook reads. */
export function listCatalogue(nowMs: number): Record<string, unknown>[] {
  return feeds.map((feed) => toItem(feed, stateAt(feed, nowMs)));
}

function toItem(feed: Feed, state: string): Record<string, unknown> {
  const {id: pyth_lazer_id, symbol, description, assetType: asset_type, exponent, minChannel: min_channel} = feed;
  const min_publishers = feed.kind === "price" ? Math.max(1, Math.floor(feed.publishers[0] / 3)) : 1;
  const schedules = schedulesOf(feed.market);
  const split = feed.kind === "price" ? feed.split : undefined;
  return {
    ...{pyth_lazer_id, name: nameOf(feed), symbol, description, asset_type},
    ...{exponent, min_channel, state, min_publishers},
    interval: feed.kind === "funding" ? `${feed.intervalHours}h` : null,
    instrument_type: instruments[asset_type] ?? "spot",
    quote_currency: symbol.slice(symbol.indexOf("/") + 1),
    schedule: schedules.regular,
    market_session_schedule: schedules,
    market_sessions: Object.fromEntries(
      Object.entries(schedules).map(([name, schedule]) => [name, {min_pub: min_publishers, schedule, state}])
    ),
    ...(feed.expiresAt && {expiration_time: feed.expiresAt}),
    ...(split && {corporate_actions: [toAction(split)]})
  };
}

function toAction({exDate, factor}: NonNullable<PriceFeed["split"]>): object {
  return {
    event_type: "SPLIT",
    activation: {us_equity_ex_date: {ex_date: exDate}},
    adjustment_factor_numerator: String(factor),
    adjustment_factor_denominator: "1"
  };
}

function nameOf({assetType, symbol}: Feed): string {
  const [base = "", quote = ""] = symbol.slice(symbol.lastIndexOf(".") + 1).split("/");
  if (assetType === "funding-rate") return `${base}${quote} ${symbol.split(".")[1]}`;
  return assetType === "equity" || assetType === "commodity" ? base : base + quote;
}
