import type {ConfigInput} from "../../../loaders/config/schema.js";
import {type Watching, watch} from "../../../loaders/load/watch/watch.js";
import {eachPlace, type Loading} from "../../helpers/loading.js";
import {type Asked, answerAll, type ServiceOptions, serveFeeds} from "../../helpers/service.js";
import type {Reply} from "../../service/loopback.js";

/** The service that `runUntil` watches, and how. */
interface Until extends ServiceOptions {
  watching?: Partial<Watching>;
  config?: ConfigInput;
}

/** The configuration of a watch of one feed. */
export const config: ConfigInput = {
  feeds: {ids: [1]},
  service: {channel: "fixed_rate@50ms", retries: 0, concurrency: 1}
};

/** Polls twenty times a second until interrupted. */
export const forEver: Watching = {every: 50, length: Infinity, publishEvery: Infinity};

/** A place to watch in for each test of a file or of a `describe`. */
export function eachWatching() {
  const place = eachPlace();
  /** Watches a service. */
  const run = (baseUrl: string, watching: Partial<Watching> = {}, loading: Loading = {}) =>
    place.load((load) => watch(load, {...forEver, ...watching}), {
      ...{baseUrl, config, command: "watch", hold: false, ...loading}
    });
  /** Watches until `isOver`, which is asked at each request, interrupts it; that request is answered all the same. */
  const runUntil = async (isOver: (asked: readonly Asked[]) => boolean, until: Until = {}) => {
    const {answer = answerAll, watching = {}, config: own = config} = until;
    const controller = new AbortController();
    const service = await serveFeeds({
      ...until,
      answer(asked) {
        if (isOver(service.asked)) controller.abort();
        return answer(asked);
      }
    });
    return run(service.url, watching, {signal: controller.signal, config: own});
  };
  /** Watches until a poll has no answer of its own. */
  const runThrough = (answers: ((asked: Asked) => Reply)[]) => {
    let polls = 0;
    const answer = (asked: Asked): Reply => (answers[polls++] ?? answerAll)(asked);
    return runUntil((asked) => asked.length > answers.length, {answer});
  };
  /** The reports of failed polls. */
  const failures = () => place.warnings.filter((text) => text.startsWith("poll failed"));
  return Object.assign(place, {run, runUntil, runThrough, failures});
}
