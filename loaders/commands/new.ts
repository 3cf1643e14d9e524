import {existsSync} from "node:fs";
import {Command} from "commander";
import openInBrowser from "open";
import {ConfigError} from "../config/errors.js";
import {shownAt, writeNewPage} from "../site/serve/new-page.js";
import type {Host} from "./host.js";
import {print} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

/** `new`: writes a page of one's own. `open` shows an address. */
export function newCommand(host: Host, open: (url: string) => Promise<unknown> = openInBrowser): Command {
  return withOptions(new Command("new"), "quiet")
    .argument("<title...>", "the page's title, quoted")
    .option("--name <name>", "name of its file in src/notebooks (default: made of the title)")
    .description("write a small working page to start your own from; a running preview shows it")
    .addHelpText("after", '\nExamples:\n  feedbook new "Weekend gaps"\n  feedbook new "Spreads 比較" --name spreads')
    .action(
      action<CommonOptions & {name?: string}>(host, async ({quiet}, {name}, titles) => {
        if (titles.length > 1)
          throw new ConfigError(`several titles: quote it, as in feedbook new "${titles.join(" ")}"`);
        if (!existsSync("src/notebook.ts"))
          throw new ConfigError("no notebook here: run it in the folder of Feedbook, where src is");
        const {file, path} = writeNewPage("src", titles[0] ?? "", name);
        const url = await shownAt("src", path);
        if (!quiet) print(host, `wrote ${file}`);
        if (!quiet)
          print(
            host,
            url === null ? `npm run dev shows it: open ${path} at the address that this prints` : `it is at ${url}`
          );
        if (url !== null && host.stdout.isTTY) await open(url).catch(() => {}); // a machine may have no browser
      })
    );
}
