import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";

/** Makes the folder that the files of a run share, unless there is one already; removes it afterwards. */
export default function setup(): (() => void) | undefined {
  if (process.env.FEEDBOOK_SHARED) return undefined;
  const folder = sharedFolder();
  return () => rmSync(folder, {recursive: true, force: true});
}

/** The shared folder. A benchmark, which runs outside of a test run, makes its own. */
export function sharedFolder(): string {
  if (process.env.FEEDBOOK_SHARED) return process.env.FEEDBOOK_SHARED;
  const folder = mkdtempSync(join(tmpdir(), "feedbook-shared-"));
  process.env.FEEDBOOK_SHARED = folder;
  process.once("exit", () => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

/** A folder for all files of a run, filled by the first test file that needs it. @throws what `fill` throws, once */
export async function shared(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(sharedFolder(), name);
  const [whole, failed] = [`${folder}.whole`, `${folder}.failed`];
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(whole)) {
      if (existsSync(failed)) throw new Error(`${name} could not be made: see the test file that tried it first`);
      await setTimeout(100);
    }
    return folder;
  }
  try {
    await fill(folder);
    writeFileSync(whole, "");
  } catch (error) {
    writeFileSync(failed, "");
    throw error;
  }
  return folder;
}
