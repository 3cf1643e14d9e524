import {ConfigError, messageOf} from "../config/errors.js";

/** What is checked: the stable names of `doctor --json`. */
export type CheckName = "configuration" | "service" | "token" | "clock" | "feeds" | "store" | "snapshot" | "disk";

/** A feed that would not come, why, and what to do. */
export interface FeedProblem {
  priceFeedId: number | null;
  symbol: string | null;
  problem: "refused" | "unknown" | "left out";
  text: string;
}

/** One line of the doctor: ok, or what to do. `misconfigured`: what to mend are the settings. */
export interface Finding {
  what: CheckName;
  ok: boolean;
  text: string;
  misconfigured?: boolean;
  /** Of the check `feeds`: every feed that would not come. */
  feeds?: FeedProblem[];
}

/** What a check found: text alone means that all is well. */
export type Verdict = string | Omit<Finding, "what">;

/** Something to mend. */
export function fix(text: string): Verdict {
  return {ok: false, text};
}

/** Makes a finding of what `look` gives or throws; one that takes too long is ended through the signal, and reported. */
export async function check(
  what: CheckName,
  look: (signal: AbortSignal) => Verdict | Promise<Verdict>,
  timeoutMs = 10_000
): Promise<Finding> {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    const text = `no result within ${timeoutMs / 1000} s: run feedbook doctor again when the machine is less busy`;
    timer = setTimeout(() => {
      resolve(fix(text));
      own.abort();
    }, timeoutMs);
  });
  try {
    const verdict = await Promise.race([look(own.signal), late]);
    return typeof verdict === "string" ? {what, ok: true, text: verdict} : {what, ...verdict};
  } catch (error) {
    return {what, ok: false, text: messageOf(error), ...(error instanceof ConfigError ? {misconfigured: true} : {})};
  } finally {
    clearTimeout(timer);
  }
}
