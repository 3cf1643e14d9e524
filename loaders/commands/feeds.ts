import {Command} from "commander";
import {queryRecords} from "../store/query.js";
import {readStore} from "../store/reader.js";
import {print, printJson, resultOf, textTable} from "./output.js";
import {action, withCommon} from "./run.js";

/** `feeds`: the feeds that the store knows. */
export function feedsCommand(): Command {
  return withCommon(new Command("feeds"))
    .argument("[text]", "part of a symbol or name, or an id")
    .description("list the feeds that the store knows")
    .addHelpText("after", "\nExample:\n  feedbook feeds btc")
    .action(
      action(async ({settings, json}, _options, [text = ""]) => {
        const feeds = await readStore(settings.storePath, ({connection}) => queryRecords(connection, matching, {text}));
        if (json) return printJson(feeds);
        print(feeds.length > 0 ? textTable(resultOf(feeds)) : `no feed matches ${JSON.stringify(text)}`);
      })
    );
}

const matching = `SELECT priceFeedId, symbol, name, assetType, exponent, minChannel, state, updates, lastPublishedAt
FROM feed_stats
WHERE contains(lower(concat_ws(' ', symbol, name)), lower($text)) OR priceFeedId::VARCHAR = $text
ORDER BY priceFeedId`;
