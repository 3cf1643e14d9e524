/** What a path is that a site is served under: slashes around names that need no escaping, as in `/prices/`. */
export const basePath = /^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/;
