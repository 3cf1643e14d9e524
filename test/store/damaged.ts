import {closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync} from "node:fs";

/** Size of the headers of a DuckDB file, and of each block behind them. */
export const [headerBytes, blockBytes] = [12_288, 262_144];

/** Overwrites a part of a file with other bytes. */
export function overwrite(path: string, at: number, bytes = 3000): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 0xab), 0, bytes, at);
  closeSync(file);
}

/** Damages every block of a DuckDB file, but not its headers. */
export function overwriteBlocks(path: string): void {
  for (let at = headerBytes; at < statSync(path).size; at += blockBytes) overwrite(path, at + 5000);
}

/** Files that are not an intact store: how each is made from one, and the message that it causes. */
export const damages: readonly [what: string, harm: (path: string) => void, said: RegExp][] = [
  ...[0].map((bytes) => cut(bytes, /is not a DuckDB file: name/)),
  ...[100, 12_288].map((bytes) => cut(bytes, /its end is missing\): restore/)),
  ["its last byte missing", (path) => truncateSync(path, statSync(path).size - 1), /its end is missing\): restore/],
  ["a damaged main header", (path) => overwrite(path, 20, 40), /checksum does not match\): restore/],
  ["damaged blocks", overwriteBlocks, /checksum does not match\): restore/],
  ["text in it", (path) => writeFileSync(path, "hello ".repeat(10_000)), /is not a DuckDB file: name/],
  [
    "a folder in its place",
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    /is a folder: name a file with --store$/
  ],
  [
    "a folder as its log",
    (path) => mkdirSync(`${path}.wal`),
    /^the log of store \S+ is damaged or belongs to another store: restore/
  ]
];

function cut(bytes: number, said: RegExp): (typeof damages)[number] {
  return [`all but its first ${bytes} bytes missing`, (path) => truncateSync(path, bytes), said];
}
