import {z} from "zod";

/** An http or https address, given back without a trailing slash; a path is kept, user, password and query are refused. */
export const address = z.string({error: "an http or https address"}).transform((text, context) => {
  const problem = problemOf(text);
  if (problem === null) return new URL(text).href.replace(/\/+$/, "");
  context.addIssue(problem);
  return z.NEVER;
});

function problemOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return "an http or https address";
  if (url.username !== "" || url.password !== "") return "an address without user and password (see FEEDBOOK_TOKEN)";
  if (url.search !== "" || url.hash !== "") return "an address without ? and #";
  return null;
}

/** What a path is that a site is served under: slashes around names that need no escaping, as in `/prices/`. */
export const basePath = /^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/;
