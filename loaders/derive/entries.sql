-- Macros of the store alone: they need DuckDB's json extension, which browsers do not have.

-- The feed of a rejected entry, where its id can be read; null where not, and of text that is no JSON to DuckDB.
CREATE OR REPLACE MACRO feed_of_entry(entry) AS
  CASE WHEN json_valid(entry) THEN TRY_CAST(regexp_extract(entry ->> '$.priceFeedId', '^\d+$') AS BIGINT) END;
