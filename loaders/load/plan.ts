import {existsSync} from "node:fs";
import {sum} from "d3-array";
import type {Settings} from "../config/settings.js";
import type {Store} from "../store/database/store.js";
import {readStore, useEmptyStore} from "../store/open.js";
import {usualLatency} from "../store/responses.js";
import type {KnownFeeds} from "./catalogue.js";
import {connect} from "./connect.js";
import {type HistoryOptions, historyQuestions, pairsOf, type Range} from "./history.js";
import type {LoadOptions} from "./load.js";
import {type Question, requestsFor} from "./questions.js";

const assumedMs = 150; // latency of a service that was never asked: a round trip over the internet, and some work

/** The requests of a history: `asked`, `alreadyThere` and `rows` in feeds × instants, `seconds` of `requests` in all. */
export interface Plan {
  requests: number;
  asked: number;
  /** Expected rows: one for each feed × instant to request, except for feeds without prices. */
  rows: number;
  alreadyThere: number;
  seconds: number;
  /** Latency of one request, from past answers (`measured`) or assumed; `concurrency` requests run at a time. */
  latencyMs: number;
  measured: boolean;
  concurrency: number;
}

/** Plans a history. Requests only the catalogue, and leaves the store as it is. @throws ConfigError */
export async function planHistory(
  settings: Settings,
  range: Range,
  options: HistoryOptions & Pick<LoadOptions, "log" | "signal">
): Promise<Plan> {
  const {log, signal} = options;
  return connect(settings, log, async ({settings, client, simulated}) => {
    const plan = async (store: Store): Promise<Plan> => {
      const withStore = <T>(work: (store: Store) => Promise<T>) => work(store);
      const source = {settings, simulated, log, signal, withStore, catalogue: () => client().catalogue({signal})};
      const {selected, questions, alreadyThere} = await historyQuestions(source, range, options);
      const past = await usualLatency(store, "price", simulated ? null : settings.baseUrl);
      const rows = rowsOf(questions, selected.known);
      return {asked: pairsOf(questions), rows, alreadyThere, ...effortOf(questions, settings.service, past)};
    };
    const {storePath} = settings;
    return existsSync(storePath) ? readStore(storePath, plan, {signal}) : useEmptyStore(plan);
  });
}

function effortOf(
  questions: readonly Question[],
  {batchSize, concurrency}: Settings["service"],
  past: number | null
): Pick<Plan, "requests" | "seconds" | "latencyMs" | "measured" | "concurrency"> {
  const requests = sum(questions, (question) => requestsFor(question, batchSize.price));
  const latencyMs = past ?? assumedMs;
  const seconds = (Math.ceil(requests / concurrency) * latencyMs) / 1000;
  return {requests, seconds, latencyMs, measured: past !== null, concurrency};
}

function rowsOf(questions: readonly Question[], known: KnownFeeds): number {
  const isPriced = (id: number) => ["stable", undefined, null].includes(known.get(id)?.state);
  return pairsOf(
    questions.map((question) =>
      "ids" in question.feeds ? {...question, feeds: {ids: question.feeds.ids.filter(isPriced)}} : question
    )
  );
}
