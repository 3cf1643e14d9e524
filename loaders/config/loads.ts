import ms from "ms";
import {z} from "zod";
import {group, text} from "./kinds.js";

const time = text('ISO 8601 text, "now", or relative to it such as "now-7d"');
const every = z.string({error: 'a duration such as "10s", "5m" or "1h"'}).refine(isDuration);

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

function isDuration(value: string): boolean {
  return (ms(value as ms.StringValue) ?? 0) > 0;
}
