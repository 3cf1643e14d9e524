import {z} from "zod";
import {group, readable, text} from "./kinds.js";
import {parseDuration, parseInstant} from "./time.js";

const timeForms = 'ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"';
const time = readable((text) => parseInstant(text, 0), timeForms);
const every = readable(parseDuration, 'a duration such as "10s", "5m" or "1h"');

/** One load of those that `npm run load` runs, distinguished by `command`. */
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
