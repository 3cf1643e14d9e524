const names: Record<string, string> = {
  regular: "regular",
  preMarket: "pre-market",
  postMarket: "post-market",
  overNight: "overnight",
  closed: "closed"
};

/** The readable name of a market session. The service's list may grow: a session that is not known keeps its own name. */
export function sessionName(session: string): string {
  return Object.hasOwn(names, session) ? (names[session] ?? session) : session;
}
