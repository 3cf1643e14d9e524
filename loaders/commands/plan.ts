import {type HistoryOptions, type Plan, planHistory, type Range} from "../load/history.js";
import {print, printJson} from "./output.js";
import type {Context} from "./run.js";

/** Reports what a history would ask, and asks for no price. */
export async function reportPlan(context: Context, range: Range, options: HistoryOptions): Promise<void> {
  const plan = await planHistory(context.settings, range, {...options, ...context});
  if (context.json) return printJson(context, plan);
  print(context, textOf(plan));
}

function textOf({requests, asked, rows, alreadyThere, seconds, latencyMs, measured, concurrency}: Plan): string {
  const one = `${Math.max(1, Math.round(latencyMs))} ms each`;
  const how = measured ? `${one}, as past ones took` : `${one} assumed, as the store has no answer yet`;
  return [
    `history would ask for ${asked} feeds × instants in ${requests} requests; ${rows} rows expected, ${alreadyThere} already there`,
    `estimated time: ${timeText(seconds)} (${concurrency} requests at a time, ${how})`
  ].join("\n");
}

function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return [h && `${h} h`, m && `${m} min`, (s || whole === 0) && `${s} s`].filter(Boolean).join(" ");
}
