import type {Rule} from "../config/rules.js";
import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";

/** Says which feeds, references and patterns of rules match no feed of the store, if that knows any feed. */
export async function unmatchedRules({connection}: Store, rules: readonly Rule[]): Promise<string[]> {
  const given = rules.flatMap(({rule, feeds, reference}) => {
    const all = /^\d+(,\d+)*$/.test(feeds) ? feeds.split(",") : [feeds];
    return [...all, ...(reference === null ? [] : [String(reference)])].map((of) => ({rule, of}));
  });
  const found = given.length === 0 ? [] : await queryRecords(connection, unmatched, {given: JSON.stringify(given)});
  const texts = found.map(({rule, of}) => {
    const what = /^\d+$/.test(String(of)) ? `feed ${of} is unknown` : `no feed matches ${JSON.stringify(of)}`;
    return `rule ${rule} of feedbook.config.ts: ${what}`;
  });
  return [...new Set(texts)];
}

const unmatched = `WITH known AS (
  SELECT priceFeedId, symbol, assetType FROM feeds
  UNION
  SELECT priceFeedId, NULL, NULL FROM feed_totals
)
SELECT rule, "of"
FROM (SELECT unnest(from_json($given::JSON, '[{"rule": "VARCHAR", "of": "VARCHAR"}]'), recursive := true))
WHERE "of" <> '*' AND EXISTS (FROM known)
  AND NOT EXISTS (FROM known WHERE priceFeedId::VARCHAR = "of" OR symbol GLOB "of" OR assetType = "of")`;
