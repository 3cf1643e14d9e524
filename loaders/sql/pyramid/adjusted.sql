-- {{prices}} with prices as they would be today: each over the factors of all splits that took effect after it. A bar in which a split
-- took effect is made of finer bars, where there are any; else it counts as one after it.
-- Grain: (priceFeedId, publishedAt).
-- Source: {{prices}}, feed_splits.
-- Columns as {{prices}}, and:
--   splitFactor: product of the factors of later splits; 1 without one [new shares per old share]
FROM {{made}}
