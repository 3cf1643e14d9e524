import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";

/** Writes the address of a preview into a file beside the outputs. Returns a function that removes the file. */
export function noteAddress(root: string, url: string): () => void {
  const folder = folderOf(root);
  const note = join(folder, `${new URL(url).port}.txt`);
  mkdirSync(folder, {recursive: true});
  writeFileSync(note, url);
  return () => rmSync(note, {force: true});
}

/** The noted addresses of previews of a source root. A killed preview leaves its note, so some may not answer. */
export function notedAddresses(root: string): string[] {
  try {
    return readdirSync(folderOf(root)).map((note) => readFileSync(join(folderOf(root), note), "utf8"));
  } catch {
    return []; // no preview ever ran, or one just ended
  }
}

function folderOf(root: string): string {
  return join(root, ".observablehq", "previews");
}
