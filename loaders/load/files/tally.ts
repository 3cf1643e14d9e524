import {countText} from "../../config/size.js";
import {type Body, type BodyError, isAhead} from "../../parse/body.js";
import {signedOnly} from "../../parse/forms.js";
import type {Load} from "../books.js";
import {addProblem} from "../report.js";

const mostTexts = 20;

/** Counts the bodies of files that are not updates, or that are dated in the future. */
export interface Tally {
  /** Counts a websocket message, or a further body of a file that is refused for the same reason. Gives whether it did. */
  takes(source: string, error: BodyError): boolean;
  /** Counts an update that is dated in the future, and notes that its file has an update. */
  see(source: string, body: Body): void;
  /** Reports the counts. */
  report(): void;
}

/** Bodies of a file that are refused for one reason: the problem of the first one, and how many more there are. */
interface Refusal {
  file: string;
  problem: string;
  first: string;
  more: number;
}

/** Begins to count. Warns at once of messages with a text, such as errors. */
export function openTally({report, log}: Load): Tally {
  const refused = new Map<string, Refusal>();
  const readable = new Set<string>();
  let [texts, ahead, firstAhead] = [0, 0, ""];
  return {
    takes(source, {problem, foreign, message}) {
      if (foreign === null) return false;
      if (foreign.message !== null) {
        const {type, text} = foreign.message;
        report.messages[type] = (report.messages[type] ?? 0) + 1;
        if (text !== null && ++texts <= mostTexts) log.warn(`${source}: ${type}: ${text}`);
        return true;
      }
      const file = fileOf(source);
      const before = refused.get(`${file}: ${problem}`);
      if (before === undefined)
        refused.set(`${file}: ${problem}`, {file, problem, first: `${source}: ${message}`, more: 0});
      else before.more += 1;
      return before !== undefined;
    },
    see(source, {publishedAt}) {
      readable.add(fileOf(source));
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
      for (const refusal of refused.values()) reportRefusal(refusal);
    }
  };

  // The first one is a problem of the load already, except for signed data beside updates, which is a message of another kind.
  function reportRefusal({file, problem, first, more}: Refusal): void {
    const isFailure = problem !== signedOnly || !readable.has(file);
    const further = more > 0 ? [`${file}: ${problem} (${more} more of this file)`] : [];
    if (isFailure) {
      for (const text of further) addProblem(report, text);
      return;
    }
    report.problems = report.problems.filter((text) => text !== first);
    for (const text of [first, ...further]) log.warn(text);
  }
}

// Removes the place of a body from its source.
function fileOf(source: string): string {
  return source.replace(/#[^#]*$/, "");
}
