import {IANAZone} from "luxon";
import * as z from "zod";
import {scheduleForm} from "../parse/schedule.js";

const form = new RegExp(scheduleForm);
const isSchedule = (text: string) =>
  form.test(text) &&
  IANAZone.isValidZone(text.slice(0, text.indexOf(";"))) &&
  (text.match(/\d{4}-\d{4}/g) ?? []).every((hours) => hours.slice(0, 4) < hours.slice(5));
const schedule = z.string().refine((text) => text === "" || isSchedule(text));
const factor = z.string().regex(/^\d+(\.\d+)?$/);

// Fields that SQL reads out of the column `more`, and the schedule.
const shapes: Readonly<Record<string, z.ZodType>> = {
  schedule,
  market_session_schedule: z.record(z.string(), schedule),
  market_sessions: z.record(z.string(), z.object({schedule: schedule.nullish(), min_pub: z.int().nullish()})),
  corporate_actions: z.array(
    z.object({
      event_type: z.literal("SPLIT"),
      activation: z.object({us_equity_ex_date: z.object({ex_date: z.iso.date()})}),
      adjustment_factor_numerator: factor,
      adjustment_factor_denominator: factor
    })
  )
};

/** The fields of a catalogue's entry that have another shape than the known one: they are kept, and their rules do not apply. */
export function unknownShapes(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(shapes)
    .filter(([name, shape]) => !shape.nullish().safeParse(fields[name]).success)
    .map(([name]) => name);
}
