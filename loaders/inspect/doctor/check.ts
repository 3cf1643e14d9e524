import {ConfigError, messageOf} from "../../config/errors.js";

/** One line of the doctor: ok, or what to do. The values of `what` are the stable names of `doctor --json`. */
export interface Finding {
  what: "configuration" | "service" | "token" | "clock" | "feeds" | "store" | "snapshot" | "disk";
  ok: boolean;
  text: string;
  /** Whether the settings are wrong. */
  misconfigured?: boolean;
  /** In the check `feeds`: each feed that a load would not get, with what to do. */
  feeds?: {feed: number | string; text: string}[];
}

/** The result of a check: a plain text means ok. */
export type Verdict = string | Omit<Finding, "what">;

/** The result of a check that found a problem. */
export function failed(text: string): Verdict {
  return {ok: false, text};
}

/** Runs a check, and makes a finding of its result or error. */
export async function check(what: Finding["what"], run: () => Verdict | Promise<Verdict>): Promise<Finding> {
  try {
    const verdict = await run();
    return typeof verdict === "string" ? {what, ok: true, text: verdict} : {what, ...verdict};
  } catch (error) {
    return {what, ok: false, text: messageOf(error), ...(error instanceof ConfigError ? {misconfigured: true} : {})};
  }
}
