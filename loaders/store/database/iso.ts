const fractions = {0: "", 3: ".%g", 6: ".%f", 9: ".%n"};

/** Digits of the second that a text of an instant can have. */
export type Digits = keyof typeof fractions;

/**
 * SQL of a TIMESTAMP or TIMESTAMP_NS as ISO 8601 text in UTC. Years before 0 and after 9999 have a sign and six digits
 * (1 BC is the year 0); infinities stay as DuckDB writes them.
 */
export function isoText(sql: string, digits: Digits): string {
  const year = `format(CASE WHEN year(${sql}) BETWEEN 0 AND 9999 THEN '{:04d}' ELSE '{:+07d}' END, year(${sql}))`;
  return `CASE WHEN isfinite(${sql}) THEN ${year} || strftime(${sql}, '-%m-%dT%H:%M:%S${fractions[digits]}') || 'Z' ELSE ${sql}::VARCHAR END`;
}
