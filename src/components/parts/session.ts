import {short} from "./short.js";

const names: Record<string, string> = {
  regular: "regular",
  preMarket: "pre-market",
  postMarket: "post-market",
  overNight: "overnight",
  closed: "closed"
};

/** Sessions as one text: `regular session`, `regular, pre-market sessions`; those that are not known are null. */
export function sessionNames(sessions: Iterable<string | null> | null | undefined): string {
  const all = Array.from(sessions ?? [], (session) => (session === null ? "unknown" : sessionName(session)));
  return all.length === 0 ? "no session" : `${all.join(", ")} ${all.length === 1 ? "session" : "sessions"}`;
}

/** The readable name of a market session. The service's list may grow: a session that is not known keeps its own name. */
export function sessionName(session: string): string {
  return Object.hasOwn(names, session) ? (names[session] ?? session) : short(session);
}
