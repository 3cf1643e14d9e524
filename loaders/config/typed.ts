import {readFileSync} from "node:fs";

/** Whether `package.json` has a script `feedbook`: in a checkout or a project, but not where the package alone was installed. */
export const hasScripts = readScripts()?.feedbook !== undefined;

function readScripts(): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync("package.json", "utf8").replace("\uFEFF", "")).scripts;
  } catch {
    return undefined; // no such file, or another program's
  }
}

/** A text with commands such as `npm run -s feedbook -- status`; with `npx feedbook` where `package.json` has no such scripts. */
export function typed(text: string): string {
  return hasScripts ? text : text.replace(/\bnpm (?:run -s feedbook -- |run |(?=start))/g, "npx feedbook ");
}
