import {button, html} from "../../ui/elements/dom.js";

/** Queries to start with, by their titles. */
export const examples = {
  "Prices and EMA of feed 1":
    "SELECT publishedAt, price, ema\nFROM prices\nWHERE priceFeedId = 1\nORDER BY publishedAt",
  "Range of three feeds by the hour": `SELECT startedAt, symbol, 10000 * (high / low - 1) AS rangeBps
FROM bars_1h JOIN feeds USING (priceFeedId)
WHERE priceFeedId IN (FROM familiar_feeds(3) SELECT priceFeedId)
ORDER BY startedAt`,
  "Spread by hour and weekday": `SELECT isodow(publishedAt) AS weekday, hour(publishedAt) AS hour, median(spreadBps) AS spreadBps
FROM spreads
GROUP BY ALL
ORDER BY ALL`,
  "Widest spreads": `SELECT symbol, median(spreadBps) AS spreadBps
FROM spreads JOIN feeds USING (priceFeedId)
GROUP BY symbol
ORDER BY spreadBps DESC
LIMIT 12`,
  "What a table holds": "SUMMARIZE prices"
};

/** A button for each example; `run` is called with its query. */
export function exampleList(run: (sql: string) => void): HTMLElement {
  const buttons = Object.entries(examples).map(([name, sql]) => button(name, () => run(sql), {class: "fb-button"}));
  return html("p", {class: "fb-console-note fb-console-examples"}, "Or try: ", ...buttons);
}
