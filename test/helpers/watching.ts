import type {ConfigInput} from "../../loaders/config/schema.js";
import type {LoadReport} from "../../loaders/load/report.js";
import {type Watching, watch} from "../../loaders/watch/watch.js";
import type {Reply} from "../service/loopback.js";
import {enterPlace, type Loading, type LoadingPlace} from "./loading.js";
import {type Asked, answerAll, serveFeeds} from "./service.js";

/** A place to watch in. */
export interface WatchingPlace extends LoadingPlace {
  /** Watches a service. */
  run(baseUrl: string, watching?: Partial<Watching>, loading?: Loading): Promise<LoadReport>;
  /** Watches until a poll has no answer of its own, which interrupts the watch; it is answered all the same. */
  runThrough(answers: ((asked: Asked) => Reply)[]): Promise<LoadReport>;
  /** The reports of failed polls. */
  failures(): string[];
}

/** The configuration of a watch of one feed. */
export const config: ConfigInput = {
  feeds: {ids: [1]},
  service: {channel: "fixed_rate@50ms", retries: 0, concurrency: 1}
};

/** Polls twenty times a second until interrupted. */
export const forEver: Watching = {every: 50, length: Infinity, publishEvery: Infinity};

/** Makes a place to watch in, as `enterPlace` does. */
export function enterWatching(): WatchingPlace {
  const place = enterPlace();
  const run: WatchingPlace["run"] = (baseUrl, watching = {}, loading = {}) =>
    place.load((load) => watch(load, {...forEver, ...watching}), {
      ...{baseUrl, config, command: "watch", hold: false, ...loading}
    });
  return {
    ...place,
    run,
    async runThrough(answers) {
      const controller = new AbortController();
      let polls = 0;
      const answer = (asked: Asked): Reply => {
        if (polls >= answers.length) controller.abort();
        return (answers[polls++] ?? answerAll)(asked);
      };
      return run((await serveFeeds({answer})).url, {}, {signal: controller.signal});
    },
    failures: () => place.warnings.filter((text) => text.startsWith("poll failed"))
  };
}
