import {spawn} from "node:child_process";
import {messageOf} from "../../config/errors.js";
import {eventText, type FeedEvent, findEvents} from "../../inspect/events.js";
import {withMemory} from "../../store/database/memory.js";
import type {Store} from "../../store/database/store.js";
import type {Load} from "../books.js";

const memory = "128MB"; // for the view, more than a load has for the rest
const secrets = ["FEEDBOOK_TOKEN", "FEEDBOOK_CLICKHOUSE_PASSWORD"];

/**
 * Makes a function that reports the events that opened and closed since its last call, and runs `command` with each as JSON on
 * standard input. Its first call reports open events only. `signal` ends a program that runs, and
 * starts no other.
 */
export function eventReporter(
  {withStore, log}: Pick<Load, "withStore" | "log">,
  {command, longestMs = 10_000}: {command?: string | undefined; longestMs?: number} = {}
): (signal?: AbortSignal) => Promise<void> {
  let known: Map<string, boolean> | null = null; // whether each is open
  let since: number | null = null;

  async function report(event: FeedEvent, signal?: AbortSignal): Promise<void> {
    const text = eventText(event);
    if (event.endedAt === null) log.warn(`event began at ${event.startedAt}: ${text}`);
    else log.note(`event ended at ${event.endedAt}: ${text}`);
    if (command === undefined) return;
    await runWith(command, JSON.stringify(event), {timeout: longestMs, signal}).catch((error: unknown) => {
      log.warn(`--on-event failed: ${signal?.aborted ? "interrupted" : messageOf(error)}`);
    });
  }

  return async (signal) => {
    const find = (store: Store) => withMemory(store.connection, () => findEvents(store, since), memory);
    const events = await withStore(find, {readOnly: true});
    const before = known;
    const isNew = ({eventId, endedAt}: FeedEvent) =>
      before === null ? endedAt === null : before.get(eventId) !== (endedAt === null);
    const changed = events.filter(isNew);
    since ??= Date.now() - 3_600_000; // an event may be found up to an hour after its end
    known = new Map([...(before ?? []), ...events.map(({eventId, endedAt}) => [eventId, endedAt === null] as const)]);
    for (const event of changed) await report(event, signal);
  };
}

// Without a shell, and without our secrets.
function runWith(
  command: string,
  input: string,
  {timeout, signal}: {timeout: number; signal: AbortSignal | undefined}
): Promise<void> {
  const [file = "", ...args] = command.split(/\s+/).filter(Boolean);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !secrets.includes(name)));
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(file, args, {env, timeout, signal, killSignal: "SIGKILL", stdio: ["pipe", "ignore", "ignore"]});
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${file} ended with ${signal === "SIGKILL" ? `no answer in ${timeout} ms` : code}`));
    });
    child.stdin.on("error", () => undefined); // it need not read its input
    child.stdin.end(`${input}\n`);
  });
}
