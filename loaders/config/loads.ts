import {z} from "zod";
import {group, text} from "./kinds.js";
import {parseDuration, parseInstant} from "./time.js";

const timeForms = 'ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"';
const time = z.string({error: timeForms}).refine(
  isRead((text) => parseInstant(text, 0)),
  {error: timeForms}
);
const durationForms = 'a duration such as "10s", "5m" or "1h"';
const every = z.string({error: durationForms}).refine(isRead(parseDuration), {error: durationForms});

/** One load of those that `npm run load` runs, told apart by `command`. */
export const loadSchema = z.discriminatedUnion(
  "command",
  [
    group({command: z.literal("latest")}),
    group({command: z.literal("history"), from: time, to: time.default("now"), every}),
    group({
      command: z.literal("file"),
      paths: z.array(text("a path"), {error: "one or more paths"}).min(1),
      simulated: z.boolean({error: "true or false"}).optional()
    })
  ],
  {error: "a load whose command is latest, history or file"}
);

function isRead(parse: (text: string) => number): (text: string) => boolean {
  return (text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false; // the issue says what is allowed
    }
  };
}
