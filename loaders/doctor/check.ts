import {ConfigError, messageOf} from "../config/errors.js";

/** What is checked: the stable names of `doctor --json`. */
export type CheckName = "configuration" | "service" | "token" | "clock" | "feeds" | "store" | "snapshot" | "disk";

/** A feed that a load would not get, why, and what to do. */
export interface FeedProblem {
  priceFeedId: number | null;
  symbol: string | null;
  problem: "refused" | "unknown" | "left out";
  text: string;
}

/** One line of the doctor: ok, or what to do. `misconfigured` says that the settings are wrong. */
export interface Finding {
  what: CheckName;
  ok: boolean;
  text: string;
  misconfigured?: boolean;
  /** In the check `feeds`: every feed that a load would not get. */
  feeds?: FeedProblem[];
}

/** The result of a check: a plain text means ok. */
export type Verdict = string | Omit<Finding, "what">;

/** The result of a check that found a problem. */
export function failed(text: string): Verdict {
  return {ok: false, text};
}

/** Runs a check and makes a finding of its result or error. Aborts the check after `timeoutMs`, and reports that. */
export async function check(
  what: CheckName,
  run: (signal: AbortSignal) => Verdict | Promise<Verdict>,
  timeoutMs = 10_000
): Promise<Finding> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Verdict>((resolve) => {
    const text = `no result within ${timeoutMs / 1000} s: run feedbook doctor again when the machine is less busy`;
    timer = setTimeout(() => {
      resolve(failed(text));
      controller.abort();
    }, timeoutMs);
  });
  try {
    const verdict = await Promise.race([run(controller.signal), timeout]);
    return typeof verdict === "string" ? {what, ok: true, text: verdict} : {what, ...verdict};
  } catch (error) {
    return {what, ok: false, text: messageOf(error), ...(error instanceof ConfigError ? {misconfigured: true} : {})};
  } finally {
    clearTimeout(timer);
  }
}
