import {DateTime} from "luxon";
import ms from "ms";
import {z} from "zod";
import {group, text} from "./kinds.js";

const timeForms = 'ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"';
const time = z.string({error: timeForms}).refine(isTime, {error: timeForms});
const durationForms = 'a duration such as "10s", "5m" or "1h"';
const every = z.string({error: durationForms}).refine(isDuration, {error: durationForms});

/** One load of those that `npm run load` runs, told apart by `command`. */
export const loadSchema = z.discriminatedUnion(
  "command",
  [
    group({command: z.literal("latest")}),
    group({command: z.literal("history"), from: time, to: time.default("now"), every}),
    group({command: z.literal("file"), paths: z.array(text("a path"), {error: "one or more paths"}).min(1)})
  ],
  {error: "a load whose command is latest, history or file"}
);

function isTime(value: string): boolean {
  const [, offset] = /^now(?:[+-](.+))?$/.exec(value) ?? [];
  if (value.startsWith("now")) return value === "now" || (offset !== undefined && isDuration(offset));
  return /^\d{4}-/.test(value) && DateTime.fromISO(value).isValid;
}

function isDuration(value: string): boolean {
  return /[a-z]/i.test(value) && (ms(value as ms.StringValue) ?? 0) > 0; // "5" alone has no unit
}
