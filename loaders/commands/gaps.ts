import {Command} from "commander";
import {group} from "d3-array";
import {channelStepUs} from "../config/choices.js";
import {ConfigError} from "../config/errors.js";
import {instantText, parseInstant} from "../config/time.js";
import {typed} from "../config/typed.js";
import {droppedBefore, feedsNeverAsked, findGaps, type Gap, type NamedFeed} from "../inspect/gaps.js";
import {notDerived} from "../inspect/status.js";
import {feedName, findFeeds} from "../load/feeds.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {print, printJson, resultOf, textTable} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

interface GapsOptions extends CommonOptions {
  from?: string;
  to?: string;
}

/** `gaps`: stretches of time without an update, why, and how to fill them. */
export function gapsCommand(host: Host): Command {
  return withOptions(new Command("gaps"), "store", "json", "feeds", "symbols")
    .description("list stretches of time without an update: why, and the command that fills them")
    .option("--from <time>", "from here on (default: from the feed's first update)")
    .option("--to <time>", "up to here (default: to the newest update of the store)")
    .addHelpText("after", help)
    .action(
      action<GapsOptions>(host, async ({settings, json, log, signal}, options) => {
        const range = rangeOf(options);
        const read = async (store: Store) => {
          const feeds = await findFeeds(store, settings.feeds);
          return {
            feeds,
            never: await feedsNeverAsked(store, feeds ?? []),
            gaps: await findGaps(store, {...range, feeds}),
            dropped: await droppedBefore(store),
            due: await notDerived(store)
          };
        };
        const {feeds, never, gaps, dropped, due} = await readStore(settings.storePath, read, {signal});
        if (range.from !== null && range.from < dropped)
          log.warn(
            `updates from before ${instantText(dropped / 1000)} were dropped (retain.rows): gaps are listed from there on`
          );
        if (due !== null) log.warn(due);
        for (const feed of never) log.warn(neverText(feed));
        const fill = fillCommands(gaps, {
          finestUs: channelStepUs[settings.service.channel] ?? 1000,
          store: options.store
        });
        const texts = gaps.map((gap) => ({...shown(gap), fill: fill.get(gap)}));
        if (json) printJson(host, texts);
        else if (gaps.length > 0) print(host, textOf(gaps, fill));
        else if (feeds?.length !== never.length) print(host, "no gaps");
        const unknown = never.filter(({listed}) => !listed);
        return feeds !== null && feeds.length === unknown.length ? exitCodes.failed : exitCodes.done;
      })
    );
}

const help = `
A gap is a stretch without an update for longer than 1.5 times the feed's usual step there: the larger of two medians, of
the five steps before and of the five after. Steps lie between instants that were requested or have an update; an
update that is carried forward is one. So a change from one step to another makes no gap. Where updates came at steps of many
lengths, filling one gap can show a shorter one beside it: ask again. Its kind is
  nothing there   the service answered 404 or left the feed out: request it again with --retry-missing
  other instant   the service answered with another instant: run the load again when it answers right
  not asked       no load has requested it
  market closed   either of them, shorter than four days, while the feed's schedule has no open session; without a
                  schedule, where the session before and after is closed

Examples:
  feedbook gaps
  feedbook gaps --feeds 1,2 --from now-7d --to now`;

const mostLines = 200;

function neverText({priceFeedId, symbol, listed}: NamedFeed): string {
  const name = feedName(priceFeedId, symbol);
  return typed(
    listed
      ? `${name} was never requested: load it with npm run -s feedbook -- load history --feeds ${priceFeedId}`
      : `unknown feed ${name}: neither the store's catalogue nor an update has it; npm run -s feedbook -- feeds lists all feeds`
  );
}

function textOf(gaps: readonly Gap[], fill: ReadonlyMap<Gap, string>): string {
  const kinds = new Map([...fill].map(([{kind}, command]) => [command, kind]));
  const commands = [...kinds].map(([command, kind]) => `  ${command}  # ${kind}`);
  const fillable = commands.length > 0 ? ["", "to fill them:"] : [];
  const table = textTable(resultOf(gaps.slice(0, mostLines).map(shown)));
  return [table, ...more(gaps.length), ...fillable, ...commands.slice(0, mostLines), ...more(commands.length)].join(
    "\n"
  );
}

function more(count: number): string[] {
  return count > mostLines ? [`and ${count - mostLines} more: --json shows all`] : [];
}

function shown({priceFeedId, symbol, kind, fromUs, toUs, seconds, stepUs}: Gap) {
  const [from, to] = [instantText(fromUs / 1000), instantText(toUs / 1000)];
  return {priceFeedId, symbol, kind, from, to, seconds, stepSeconds: stepUs && stepUs / 1e6};
}

function rangeOf({from, to}: GapsOptions): {from: number | null; to: number | null} {
  const now = Date.now();
  const start = from === undefined ? null : parseInstant(from, now) * 1000;
  const end = to === undefined ? null : parseInstant(to, now) * 1000;
  if (start !== null && end !== null && start > end)
    throw new ConfigError(`invalid range: from ${from} is after to ${to}: exchange them`);
  return {from: start, to: end && Math.min(end, now * 1000)};
}

/** The options of all commands that fill gaps: the finest step of the channel, in µs, and the named store. */
export interface FillOptions {
  finestUs: number;
  store?: string | undefined;
}

/** The command that fills each gap; gaps of one kind at the same instants have the same. Some gaps have none. */
export function fillCommands(gaps: readonly Gap[], options: FillOptions): Map<Gap, string> {
  const same = group(gaps, ({kind, asked, afterUs, beforeUs, stepUs}) =>
    [kind, asked, afterUs, beforeUs, stepUs].join()
  );
  return new Map(
    [...same.values()].flatMap((of) => {
      const command = commandFor(of, options);
      return command === null ? [] : of.map((gap) => [gap, command]);
    })
  );
}

function commandFor(gaps: readonly Gap[], {finestUs, store}: FillOptions): string | null {
  const [gap] = gaps;
  if (gap === undefined) return null;
  const every = everyUs(gap, finestUs);
  // All multiples between the updates beside it, as the step from an update to the first of them counts, too.
  const from = (Math.floor(gap.afterUs / every) + 1) * every;
  const to = (Math.ceil(gap.beforeUs / every) - 1) * every;
  if (to < from) return null;
  const words = ["--from", instantText(from / 1000), "--to", instantText(to / 1000)];
  words.push("--every", everyText(every), "--feeds", [...new Set(gaps.map((gap) => gap.priceFeedId))].join());
  if (gap.asked && gap.kind !== "other instant") words.push("--retry-missing");
  if (store !== undefined)
    words.push("--store", /^[\w./-]+$/.test(store) ? store : `'${store.replaceAll("'", "'\\''")}'`);
  return typed(`npm run -s feedbook -- load history ${words.join(" ")}`);
}

// The feed's step where its updates are on multiples of it; else one of whole days, hours, minutes or seconds below it.
function everyUs({asked, stepUs, fromUs, toUs}: Gap, finestUs: number): number {
  if (stepUs !== null && [fromUs % stepUs, toUs % stepUs, stepUs % finestUs].every((rest) => rest === 0)) return stepUs;
  if (stepUs === null || asked) return coarsest(fromUs, toUs, finestUs);
  const unit = units.find(([, us]) => us <= stepUs)?.[1] ?? finestUs;
  return Math.max(1, Math.floor(stepUs / unit)) * unit;
}

// For requests at another step than the feed's: the longest step that has both ends on its multiples.
function coarsest(fromUs: number, toUs: number, finestUs: number): number {
  return units.map(([, us]) => us).find((us) => fromUs % us === 0 && (toUs - fromUs) % us === 0) ?? finestUs;
}

const units = [
  ["d", 86_400_000_000],
  ["h", 3_600_000_000],
  ["m", 60_000_000],
  ["s", 1_000_000]
] as const;

function everyText(us: number): string {
  const [name, size] = units.find(([, size]) => us % size === 0) ?? ["ms", 1000];
  return `${us / size}${name}`;
}
