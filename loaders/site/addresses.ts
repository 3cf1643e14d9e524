import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";

/** Notes beside the outputs of a site's source root where a preview of it answers. Returns a function that takes it back. */
export function noteAddress(root: string, url: string): () => void {
  const folder = folderOf(root);
  const note = join(folder, `${new URL(url).port}.txt`);
  mkdirSync(folder, {recursive: true});
  writeFileSync(note, url);
  return () => rmSync(note, {force: true});
}

/** Where previews of a source root may answer: one that was killed did not take its note back. */
export function notedAddresses(root: string): string[] {
  try {
    return readdirSync(folderOf(root)).map((note) => readFileSync(join(folderOf(root), note), "utf8"));
  } catch {
    return []; // none ever ran, or one just ended
  }
}

function folderOf(root: string): string {
  return join(root, ".observablehq", "previews");
}
