import {sessionName} from "../parts/names.js";
import {byTime} from "../parts/rows.js";
import type {SessionRow, Shade} from "./model.js";
import {holdsUntil, isGap} from "./runs.js";

/** The shades of rows that tell the market's sessions; `stepMs` as a chart has it. */
export function shadesOf(rows: Iterable<SessionRow>, stepMs?: number): Shade[] {
  const {times, texts} = byTime(rows);
  return sessionShades(times, texts("marketSession"), stepMs);
}

/** Shades where the market session is not regular. Without rows there is no shade: a gap in the data says nothing of the session. */
export function sessionShades(
  times: ArrayLike<number>,
  sessions: ArrayLike<string | null | undefined>,
  stepMs = 0
): Shade[] {
  const shades: Shade[] = [];
  let open: Shade | undefined;
  let session: string | null = null;
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? NaN;
    const current = sessions[index] ?? null;
    const broken = isGap(times, index, stepMs);
    if (open !== undefined) open.to = broken ? holdsUntil(times, index - 1, stepMs) : time;
    if (current !== session || broken) {
      open = shadeOf(current, time);
      if (open !== undefined) shades.push(open);
    }
    session = current;
  }
  if (open !== undefined) open.to = holdsUntil(times, times.length - 1, stepMs);
  return shades;
}

function shadeOf(session: string | null, time: number): Shade | undefined {
  if (session === null || session === "regular") return undefined;
  return {from: time, to: time, label: sessionName(session), kind: session === "closed" ? "closed" : "extended"};
}
