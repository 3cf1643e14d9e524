import {extname} from "node:path";

const types: Readonly<Record<string, string>> = {
  ...{".json": "application/json", ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".txt": "text/plain"},
  ...{".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif"},
  ...{".webp": "image/webp", ".avif": "image/avif", ".html": "text/html", ".xml": "text/xml", ".woff2": "font/woff2"}
};

/** The media type of a file by its name. */
export function typeOf(path: string): string {
  return types[extname(path).toLowerCase()] ?? "application/octet-stream";
}
