/** A size as text, in bytes, kB (1,000 bytes), MB or GB. */
export function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${bytes.toFixed(0)} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
