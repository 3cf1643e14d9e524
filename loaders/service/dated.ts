import {type Send, send} from "./send.js";

/** When a response came: by the local clock (epoch ms) sent and received, and by its own `Date` header (a whole second). */
export interface Sighting {
  url: string;
  sentAt: number;
  receivedAt: number;
  serverAt: number | null;
}

/** A `send` that notes when each response came, for whoever compares clocks; what it does is otherwise the same. */
export function datedSend(now: () => number = Date.now): {send: Send; sightings: Sighting[]} {
  const sightings: Sighting[] = [];
  return {
    sightings,
    async send(url, sent) {
      const sentAt = now();
      const response = await send(url, sent);
      const date = Date.parse(response.headers.get("date") ?? "");
      sightings.push({url, sentAt, receivedAt: now(), serverAt: Number.isNaN(date) ? null : date});
      return response;
    }
  };
}
