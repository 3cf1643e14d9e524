-- What `price` was asked and answered, as runs: the same question at `count` instants in steps of `every`. A response is
-- committed together with its rows, so the rows of these answers are in the store. 404: no feed has an update at
-- that instant; if it was asked too soon, one may still come. An instant whose answer has another instant is requested again.
-- Requests of a question differ in the instant only, so the text around it is hashed, and one request per question is parsed.
WITH texts AS MATERIALIZED (
  SELECT
    responses.rowid AS response,
    split_part(request, '"timestamp":', 2) AS instantAndTail,
    ltrim(instantAndTail, '0123456789') AS tail,
    TRY_CAST(left(instantAndTail, length(instantAndTail) - length(tail)) AS BIGINT) AS instant,
    CASE WHEN $missingToo THEN NULL ELSE missingFeeds END AS missing,
    hash(split_part(request, '"timestamp":', 1), tail, missing) AS question,
    entries > 0 OR is_settled(requestedAt, instant) AS settled
  FROM responses
  WHERE
    endpoint = 'price'
    AND (httpStatus = 200 OR (httpStatus = 404 AND $missingToo))
    AND missingFeeds IS NOT NULL -- null: requested by symbol, or the body had no update
    AND ($baseUrl IS NULL OR baseUrl = $baseUrl)
    AND rowid NOT IN (SELECT response FROM misplaced_answers)
),
answered AS MATERIALIZED (
  SELECT question, response, (instant - $from) // $every AS place
  FROM texts
  WHERE settled AND instant BETWEEN $from AND $to AND (instant - $from) % $every = 0
),
runs AS (
  SELECT question, min(place) AS first, count(*) AS count
  FROM (
    SELECT question, place, place - row_number() OVER (PARTITION BY question ORDER BY place) AS run
    FROM (SELECT DISTINCT question, place FROM answered)
  )
  GROUP BY question, run
),
examples AS (
  SELECT question, min(response) AS response FROM answered GROUP BY question
)
SELECT
  json_extract(request, '$.priceFeedIds')::BIGINT[] AS ids,
  CASE WHEN $missingToo THEN [] ELSE missingFeeds::BIGINT[] END AS missing,
  first,
  count
FROM runs
JOIN examples USING (question)
JOIN responses ON responses.rowid = response
WHERE
  json_extract_string(request, '$.channel') = $channel
  AND list_has_all(json_extract(request, '$.properties')::VARCHAR[], $properties::JSON::VARCHAR[])
  AND list_has_all(json_extract(request, '$.formats')::VARCHAR[], $formats::JSON::VARCHAR[])
ORDER BY first, question
