/**
 * The query of what funding rates accrued between two instants, by feed, from the updates one by one: each rate for the time
 * that it was valid, at most its interval or a day, as the share of its interval. `hours` is the time that has a rate.
 */
export function accrualOf(feeds: string, span: string): string {
  return `(
    SELECT
      priceFeedId,
      sum(rate * seconds / (3600 * intervalHours)) AS accrued,
      sum(seconds) FILTER (rate / intervalHours IS NOT NULL) / 3600 AS hours
    FROM carry_forward('funding', ${feeds}, ${span})
    GROUP BY priceFeedId
  )`;
}
