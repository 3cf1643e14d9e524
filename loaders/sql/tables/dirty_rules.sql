-- The rules of the dirty feeds, and of all others, which may be compared with them.
FROM rules_of(['dirty_hours', 'feeds', 'feed_totals'])
