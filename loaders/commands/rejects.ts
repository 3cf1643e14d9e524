import {Command} from "commander";
import {readStore} from "../store/reader.js";
import {coercionsByColumn, rejectsByReason} from "../store/rejects.js";
import {print, printJson, resultOf, textTable} from "./output.js";
import {action, withCommon} from "./run.js";

/** `rejects`: entries that could not become rows, and values that became null. */
export function rejectsCommand(): Command {
  return withCommon(new Command("rejects"))
    .description("show entries that could not become rows, and values that became null")
    .addHelpText("after", "\nExample:\n  feedbook rejects --json")
    .action(
      action(async ({settings, json}) => {
        const found = await readStore(settings.storePath, async (store) => ({
          rejects: await rejectsByReason(store),
          coercions: await coercionsByColumn(store)
        }));
        if (json) return printJson(found);
        print(found.rejects.length > 0 ? textTable(resultOf(found.rejects)) : "no entry was rejected");
        print(found.coercions.length > 0 ? `\n${textTable(resultOf(found.coercions))}` : "no value was set to null");
      })
    );
}
