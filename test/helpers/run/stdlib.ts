/** Replaces Framework's standard library, which a build provides as `observablehq:stdlib`. */
export function FileAttachment(name: string) {
  return {name, url: async () => `./_file/${name.replace(/^(?:\.\.?\/)+/, "")}`};
}
