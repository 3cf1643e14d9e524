import {Command} from "commander";
import {countText, shorten} from "../config/size.js";
import {feedName} from "../load/feeds.js";
import {refreshFeeds} from "../load/upkeep.js";
import {queryRecords} from "../store/database/query.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {firstOf, print, printJson, resultOf, safeText, textTable} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

/** `feeds`: the feeds of the store, and what changed in the catalogue. */
export function feedsCommand(host: Host): Command {
  return withOptions(new Command("feeds"), "store", "baseUrl", "json", "quiet")
    .argument("[text]", "part of a symbol or name, or an id")
    .option(
      "--refresh",
      "ask the service's catalogue first, and show new and gone feeds, and every change of the others"
    )
    .description("list the feeds that the store knows")
    .addHelpText("after", help)
    .action(
      action<CommonOptions & {refresh?: boolean}>(host, async (context, {refresh}, [text = ""]) => {
        const {settings, json, quiet, signal} = context;
        const changes = refresh ? changesOf(await refreshFeeds(settings, context)) : null;
        const feeds = changes && text === "" ? null : await feedsLike(settings.storePath, text, signal);
        if (json) return printJson(host, changes === null ? feeds : {...changes, ...(feeds && {feeds})});
        if (changes && !quiet) print(host, changesText(changes));
        if (feeds)
          print(host, feeds.length > 0 ? textTable(resultOf(feeds)) : `no feed matches ${JSON.stringify(text)}`);
      })
    );
}

const help = `
The catalogue is at service.catalogueUrl, by default /v1/symbols of the service. A feed that it no longer lists stays, in
the state gone. The id is the key: a symbol that a feed had before still finds it, with its new one shown.

Examples:
  feedbook feeds btc
  feedbook feeds --refresh`;

type Changes = ReturnType<typeof changesOf>;

function changesOf({listed, fresh, renamed, gone, states, entries}: Awaited<ReturnType<typeof refreshFeeds>>) {
  const named = (feeds: typeof fresh) => feeds.map(({priceFeedId, symbol, state}) => ({priceFeedId, symbol, state}));
  return {listed, new: named(fresh), renamed, gone: named(gone), states, changes: entries};
}

const mostChanges = 20; // the table feed_changes has all

function changesText({listed, new: fresh, renamed, gone, states, changes}: Changes): string {
  const lines = [
    `${countText(listed, "feed")} listed: ${fresh.length} new, ${renamed.length} renamed, ${gone.length} gone, ${states.length} in another state`
  ];
  const names = (feeds: typeof fresh) => firstOf(feeds.map(({priceFeedId, symbol}) => feedName(priceFeedId, symbol)));
  if (fresh.length > 0) lines.push(`new: ${names(fresh)}`);
  lines.push(...renamed.map(({priceFeedId, from, to}) => `renamed: ${from} is now ${to} (id ${priceFeedId})`));
  if (gone.length > 0) lines.push(`gone, kept as such: ${names(gone)}`);
  for (const {priceFeedId, symbol, from, to} of states)
    lines.push(`state: ${feedName(priceFeedId, symbol)} was ${from ?? "unknown"}, is ${to ?? "unknown"}`);
  const isNamed = ({columnName, before, after}: (typeof changes)[number]) =>
    columnName === "state" || (columnName === "symbol" && before !== null && after !== null);
  const others = changes.filter((change) => !isNamed(change));
  const value = (json: string | null) => (json === null ? "missing" : shorten(json, 60));
  for (const {priceFeedId, columnName, before, after} of others.slice(0, mostChanges))
    lines.push(`changed: ${columnName} of feed ${priceFeedId} was ${value(before)}, is ${value(after)}`);
  if (others.length > mostChanges)
    lines.push(`and ${countText(others.length - mostChanges, "change")} more: feedbook sql "FROM feed_changes"`);
  return lines.map(safeText).join("\n");
}

function feedsLike(storePath: string, text: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
  return readStore(storePath, ({connection}) => queryRecords(connection, feedsSql, {text}), {signal});
}

/** The feeds of a store or a snapshot whose symbol or name contains `$text`, or whose id it is. */
export const feedsSql = `SELECT priceFeedId, symbol, name, assetType, exponent, minChannel, state, updates, lastPublishedAt
FROM feed_stats
WHERE contains(lower(concat_ws(' ', symbol, name)), lower($text)) OR priceFeedId::VARCHAR = $text
ORDER BY priceFeedId`;
