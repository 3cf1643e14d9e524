/**
 * The address of another page, such as `./feed?feed=1`. In a built site it ends in `.html`, as a host of plain files finds
 * no page without it.
 */
export function pageLink(link: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
  const namesPage = /(?:^|\/)[^/.]+$/.test(path);
  return namesPage ? `${path}${ending()}${rest}` : link;
}

// The head of a built page says it; a preview, and a test without a document, have none.
function ending(): string {
  return globalThis.document?.querySelector("meta[name=feedbook-pages]")?.getAttribute("content") ?? "";
}
