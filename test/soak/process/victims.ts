/** A load to kill: what it takes, what it must have booked when it came to its end, and what must not be doubled. */
export interface Victim {
  name: string;
  args: string[];
  whole?: string;
  once?: string;
}

const [bodyCount, instants] = [4000, 41]; // more bodies than one commit takes; one instant a minute

/** The loads that are killed; that of files reads `bodies`. */
export function victims(bodies: string): Victim[] {
  return [
    {name: "latest", args: ["load", "latest"]},
    {
      name: "history",
      args: ["load", "history", "--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:40:00Z", "--every", "1m"],
      whole: `SELECT count(DISTINCT publishedAt) = ${instants} AS whole FROM feed_updates`,
      once: "SELECT publishedAt, priceFeedId FROM feed_updates GROUP BY ALL HAVING count(*) > 1"
    },
    {name: "watch", args: ["watch", "--every", "200ms", "--for", "2s", "--publish-every", "400ms"]},
    {
      name: "file",
      args: ["load", "file", bodies, "--simulated"],
      whole: `SELECT count(*) = ${bodyCount} AND sum(rows) = ${39 * bodyCount} AS whole FROM responses`,
      once: "SELECT bodyHash FROM responses GROUP BY ALL HAVING count(*) > 1"
    }
  ];
}

/** The bodies that are loaded from a file, one a line, each with one entry that is rejected. */
export function bodyLines(): string {
  return Array.from({length: bodyCount}, (_, i) => `${body(i)}\n`).join("");
}

function body(i: number): string {
  const entries = Array.from({length: 40}, (_, id) => ({
    priceFeedId: id === 39 ? -1 : id,
    price: String(i + 1),
    exponent: -2
  }));
  return JSON.stringify({parsed: {timestampUs: String(1778594100000000 + i), priceFeeds: entries}});
}
