import type {SnapshotPart} from "../snapshot/parts.js";

/** What a load says of the snapshot in its line: its size, and what was left out. */
export function snapshotText({bytes, cut}: {bytes: number; cut: readonly SnapshotPart[]}): string {
  const left = cut.map((part) => `${part.name} ${heldText(part)}`);
  return [`snapshot ${megabytes(bytes)}`, ...left].join(", ");
}

/** How much of the store's rows a table of the snapshot has: all of them, those since some time, or none. */
export function heldText({rows, storedRows, whole, since}: SnapshotPart): string {
  if (whole) return "all";
  return since === null ? `${rows} of ${storedRows}` : `since ${since.slice(0, 16)}Z (${rows} of ${storedRows})`;
}

/** A size as text, in units of a million bytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
