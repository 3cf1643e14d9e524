import {countText} from "../config/size.js";
import type {Load} from "../load/books.js";
import {addProblem} from "../load/report.js";
import {type Body, type BodyError, isAhead} from "../rows/body.js";

const mostTexts = 20;

/** Counts what files have besides updates. */
export interface Tally {
  /** Takes a body that is no update: a message of a websocket, or the second of a file that is refused for one reason. */
  takes(source: string, error: BodyError): boolean;
  /** Looks whether an update is dated in the future. */
  see(source: string, body: Body): void;
  /** Reports what was counted. */
  report(): void;
}

/** Begins to count. Texts of messages, such as errors, are warned of at once. */
export function openTally({report, log}: Load): Tally {
  const refused = new Map<string, number>();
  let [texts, ahead, firstAhead] = [0, 0, ""];
  return {
    takes(source, {problem, foreign}) {
      if (foreign === null) return false;
      if (foreign.message !== null) {
        const {type, text} = foreign.message;
        report.messages[type] = (report.messages[type] ?? 0) + 1;
        if (text !== null && ++texts <= mostTexts) log.warn(`${source}: ${type}: ${text}`);
        return true;
      }
      const reason = `${source.replace(/#[^#]*$/, "")}: ${problem}`;
      const before = refused.get(reason);
      refused.set(reason, (before ?? -1) + 1);
      return before !== undefined;
    },
    see(source, {publishedAt}) {
      if (publishedAt === null || !isAhead(publishedAt)) return;
      if (++ahead === 1) firstAhead = `${source} (${new Date(publishedAt / 1000).toISOString()})`;
    },
    report() {
      if (ahead > 0)
        log.warn(
          `${countText(ahead, "body")} dated in the future, the first ${firstAhead}: pages leave such updates out until then`
        );
      const types = Object.entries(report.messages);
      const counts = types.map(([type, times]) => `${times} ${type}`).join(", ");
      if (types.length > 0) log.note(`left out messages without prices: ${counts}`);
      if (texts > mostTexts) log.warn(`and ${countText(texts - mostTexts, "message")} more with a text`);
      for (const [reason, more] of refused) if (more > 0) addProblem(report, `${reason} (${more} more of this file)`);
    }
  };
}
