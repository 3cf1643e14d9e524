/** Addresses of the site's files by their names in the source; others are where a built site has them. */
export const addresses = new Map<string, string>();

/** Replaces Framework's standard library, which a build provides as `observablehq:stdlib`. */
export function FileAttachment(name: string) {
  return {name, url: async () => addresses.get(name) ?? `./_file/${name.replace(/^(?:\.\.?\/)+/, "")}`};
}
