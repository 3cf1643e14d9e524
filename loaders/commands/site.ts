import type {Command} from "commander";
export function siteCommands(): Command[] {
  return [];
}
