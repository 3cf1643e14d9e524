import {feedsOf} from "../load/ask.js";
import type {Load} from "../load/context.js";
import type {FeedSelection} from "../service/answer.js";

/** Another try for feeds that the service refused, and what to do once it has told. */
export interface Retry {
  /** The load to ask with. */
  load: Load;
  /** After an answer: tells which feeds came back. A feed that was refused again is told of no second time. */
  settle(): void;
  /** If there was none: the feeds count as refused as before. */
  undo(): void;
}

/** Forgets that the service refused some of `feeds`, so that they are asked for again; null if it refused none. */
export function forgetRefused(load: Load, feeds: FeedSelection): Retry | null {
  const {removed, report, log} = load;
  const refused = feedsOf(feeds).filter((feed) => removed.has(feed));
  if (refused.length === 0) return null;
  const before = report.removed.filter(({feed}) => refused.includes(feed));
  for (const feed of refused) removed.delete(feed);

  // However often they are asked for again, each counts once.
  function uncount(): void {
    const again = refused.filter((feed) => removed.has(feed)).length;
    report.asked -= again;
    report.refused -= again;
  }

  function forget(gone: (feed: number | string) => boolean): void {
    const kept = report.removed.filter(({feed}) => !gone(feed));
    report.removed.splice(0, report.removed.length, ...kept);
  }

  return {
    load: {...load, log: {...log, warn() {}}},
    settle() {
      uncount();
      const back = refused.filter((feed) => !removed.has(feed));
      const refusedAgain = before.filter(({feed}) => removed.has(feed));
      forget((feed) => refused.includes(feed));
      report.removed.push(...refusedAgain);
      if (back.length > 0) log.note(`feeds that were refused answer again: ${back.join(", ")}`);
    },
    undo() {
      uncount();
      forget((feed) => refused.includes(feed));
      report.removed.push(...before);
      for (const feed of refused) removed.add(feed);
    }
  };
}
