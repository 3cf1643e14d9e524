import {existsSync} from "node:fs";
import {Command} from "commander";
import {readSettings, type Settings} from "../config/settings.js";
import {check, examineService, examineStore, type Finding} from "../load/doctor.js";
import type {Host} from "./host.js";
import {print, printJson, safeText} from "./output.js";
import {type CommonOptions, exitCodes, withOptions} from "./run.js";

const shownFeeds = 20;

/** `doctor`: checks what a load and the pages need; each line says ok, or what to do. */
export function doctorCommand(host: Host): Command {
  return withOptions(new Command("doctor"), "store", "baseUrl", "feeds", "symbols", "channel", "json")
    .description("check what loads and pages need; each line says ok, or what to do")
    .addHelpText("after", "\nExample:\n  feedbook doctor --base-url https://prices.example")
    .action(async (_options: CommonOptions, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const findings = await examine(host, options, options.json ? () => {} : (finding) => report(host, finding));
      if (options.json) printJson(host, findings);
      host.exitCode = exitCodeOf(findings);
    });
}

// Reports each finding at once, as a service that does not answer takes long.
async function examine({env}: Host, flags: CommonOptions, found: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (more: Finding[]) => {
    findings.push(...more);
    more.forEach(found);
  };
  let settings: Settings | null = null;
  const configuration = await check("configuration", async () => {
    settings = await readSettings({flags, env});
    return existsSync("feedbook.config.ts") ? "feedbook.config.ts" : "defaults (no feedbook.config.ts here)";
  });
  add([configuration.ok ? configuration : {...configuration, misconfigured: true}]);
  if (settings !== null) {
    add(await examineService(settings));
    add(await examineStore(settings));
  }
  return findings;
}

function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some(({misconfigured}) => misconfigured)) return exitCodes.usage;
  return findings.every(({ok}) => ok) ? exitCodes.done : exitCodes.failed;
}

function report(host: Host, {what, ok, text, feeds = []}: Finding): void {
  print(host, `${ok ? host.colors.green("ok ") : host.colors.red("fix")} ${what}: ${safeText(text)}`);
  for (const feed of feeds.slice(0, shownFeeds)) print(host, `      ${safeText(feed.text)}`);
  if (feeds.length > shownFeeds) print(host, `      and ${feeds.length - shownFeeds} more: --json lists them all`);
}
