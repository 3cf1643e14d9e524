/** When a response came: by the local clock (epoch ms) sent and received, and by its own `Date` header (a whole second). */
export interface Sighting {
  url: string;
  sentAt: number;
  receivedAt: number;
  serverAt: number | null;
}

/** A fetch that notes when each response came, for whoever compares clocks; what it does is otherwise the same. */
export function datedFetch(now: () => number = Date.now): {fetch: typeof fetch; sightings: Sighting[]} {
  const sightings: Sighting[] = [];
  return {
    sightings,
    async fetch(input, init) {
      const sentAt = now();
      const response = await fetch(input, init);
      const date = Date.parse(response.headers.get("date") ?? "");
      const url = input instanceof Request ? input.url : String(input);
      sightings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return response;
    }
  };
}
