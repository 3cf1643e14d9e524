import {Command, Option} from "commander";
import {groups} from "d3-array";
import {csvFormat} from "d3-dsv";
import {ConfigError} from "../config/errors.js";
import {countText} from "../config/size.js";
import {parseInstant} from "../config/time.js";
import {type FeedEvent, findEvents, shortNumber} from "../inspect/events.js";
import {unmatchedRules} from "../inspect/rules.js";
import {notDerived} from "../inspect/status.js";
import {hasRules} from "../sql/definitions.js";
import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {print, printJson, resultOf, safeLines, textTable} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

interface CheckOptions extends CommonOptions {
  rules?: string;
  since?: string;
  format: "text" | "json" | "csv";
}

/** `check`: the open events, and an exit code for cron and CI. */
export function checkCommand(host: Host): Command {
  return withOptions(new Command("check"), "store")
    .description("list open events: feeds that break a rule; exits with 4 if there are any")
    .option("--rules <names>", "only these rules, by name or kind, separated by commas")
    .option("--since <time>", "also events that ended since then: ISO 8601, or relative as in now-1d")
    .addOption(new Option("--format <format>", "how to write them").choices(["text", "json", "csv"]).default("text"))
    .addHelpText("after", help)
    .action(
      action<CheckOptions>(host, async ({settings, signal, log, json}, {rules, since, format}) => {
        const from = since === undefined ? null : parseInstant(since, Date.now());
        const read = async (store: Store) => ({
          unmatched: await unmatchedRules(store, settings.rules),
          isCurrent: await hasRules(store.connection, settings),
          known: await queryRecords(store.connection, "SELECT DISTINCT rule, kind FROM rules"),
          all: await findEvents(store, from),
          due: await notDerived(store),
          meta: await queryRecords(store.connection, "SELECT lastPublishedAt FROM meta")
        });
        const {unmatched, isCurrent, known, all, due, meta} = await readStore(settings.storePath, read, {signal});
        for (const text of unmatched) log.warn(text);
        if (!isCurrent) log.warn("events follow earlier rules: run feedbook derive to apply feedbook.config.ts");
        if (due !== null) log.warn(due);
        const wanted = wantedRules(rules, known);
        const events = all.filter(({rule, kind}) => wanted === null || wanted.includes(rule) || wanted.includes(kind));
        if (json || format === "json") printJson(host, events);
        else if (format === "csv") print(host, csvOf(events, host.stdout.isTTY));
        else print(host, textOf(events, meta[0]?.lastPublishedAt));
        return events.length > 0 ? exitCodes.events : exitCodes.done;
      })
    );
}

const help = `
Exit codes: 0 no event, 4 some, 1 failed, 2 usage. An event is open while the feed's last update breaks the rule; FROM rules
lists the rules, and rules of feedbook.config.ts change them. It reads the store: run a load before.

Examples:
  feedbook check
  feedbook check --rules stale,gap --since now-1d --format csv`;

function wantedRules(text: string | undefined, known: readonly Record<string, unknown>[]): string[] | null {
  if (text === undefined) return null;
  const names = new Set(known.flatMap(({rule, kind}) => [String(rule), String(kind)]));
  const wanted = text.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !names.has(name));
  if (unknown === undefined) return wanted;
  throw new ConfigError(`no such rule: ${unknown}; there are ${[...names].sort().join(", ")}`);
}

// A store whose loads have stopped shows no new events: the text says how far its updates go.
function textOf(events: readonly FeedEvent[], last: unknown): string {
  const until = typeof last === "string" ? `newest update ${last}` : "no updates";
  if (events.length === 0) return `no events; ${until}`;
  const rows = events.map(({severity, rule, priceFeedId, symbol, startedAt, endedAt, worst, limit, unit}) => {
    const known = {severity, rule, priceFeedId, symbol, startedAt};
    return {...known, endedAt: endedAt ?? "open", worst: shortNumber(worst), limit, unit};
  });
  const sums = groups(events, ({severity}) => severity)
    .map(([severity, {length}]) => `${length} ${severity}`)
    .join(", ");
  return `${textTable(resultOf(rows))}\n\n${countText(events.length, "event")}: ${sums}; ${until}`;
}

// Other programs get the values unchanged; a terminal gets no control characters.
function csvOf(events: readonly FeedEvent[], isTerminal = false): string {
  const text = csvFormat(events, columns);
  return isTerminal ? safeLines(text) : text;
}

const columns = [
  ...["eventId", "rule", "kind", "severity", "priceFeedId", "symbol", "startedAt", "endedAt"],
  ...["worst", "limit", "unit", "responseId", "entryIndex"]
];
