import {existsSync, readFileSync} from "node:fs";

const file = "package.json";
/** Whether `package.json` has a script `feedbook`: in a checkout or a project, but not where the package alone was installed. */
export const hasScripts = existsSync(file) && JSON.parse(readFileSync(file, "utf8")).scripts?.feedbook !== undefined;

/** A text with commands such as `npm run -s feedbook -- status`; with `npx feedbook` where `package.json` has no such scripts. */
export function typed(text: string): string {
  return hasScripts ? text : text.replace(/\bnpm (?:run -s feedbook -- |run |(?=start))/g, "npx feedbook ");
}
