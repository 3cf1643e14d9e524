/** How a page in one exported file gets rows: from its `view` alone, or from its `data` too; null: a page of a site. */
export function exported(): "view" | "data" | null {
  const content = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=feedbook-file]")?.content;
  return content === "view" || content === "data" ? content : null;
}

/** Why a file of one view has no answer. */
export const oneView =
  "this file holds one view, and no data for another: open the page in Feedbook, or export it as it should be";
