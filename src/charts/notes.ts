import {group, sort} from "d3-array";
import {type Instant, toMs, toNumber} from "../format/format.js";
import {formatInstant, type Zone} from "../format/zone.js";
import {color} from "../ui/elements/theme.js";
import type {Annotations, Level} from "./model.js";
import {type Track, track} from "./runs.js";

/** Notes (1) and starts of spans (0) as a series, so that cursor, table, legend and saved rows include them. */
export function noteTrack({notes = [], spans = [], zone = "utc"}: Annotations & {zone?: Zone}): Track[] {
  const marked = [
    ...Array.from(notes, ({at, text}, i) => ({
      time: timeOf(at, `notes[${i}].at`),
      text: String(text ?? ""),
      isNote: true
    })),
    ...Array.from(spans, ({from, until, text}, i) => {
      const [time, end] = [timeOf(from, `spans[${i}].from`), timeOf(until, `spans[${i}].until`)];
      if (end < time) throw new Error(`spans[${i}] ends before it starts: ${formatInstant(end, zone)}`);
      return {time, text: joined([{text}, {text: `until ${formatInstant(end, zone)}`}], ", "), isNote: false};
    })
  ];
  if (marked.length === 0) return [];
  const byTime = [
    ...group(
      sort(marked, ({time}) => time),
      ({time}) => time
    )
  ];
  const times = byTime.map(([time]) => time);
  const texts = byTime.map(([, all]) => joined(all, "; "));
  const onlyNotes = byTime.map(([, all]) => all.filter(({isNote}) => isNote));
  const labels = onlyNotes.map((all) => joined(all, "; "));
  const values = byTime.map(([, all]) => Number(all.some(({isNote}) => isNote)));
  const look = {key: "notes", label: "Notes", shape: "notes", color: color.ink2, columns: ["note"]} as const;
  return [track({...look, times, values, labels, saved: texts, format: (_v, _u, i) => texts[i] ?? ""})];
}

// Texts of a query may be null.
function joined(all: readonly {text: string | null}[], separator: string): string {
  return all.flatMap(({text}) => text || []).join(separator);
}

function timeOf(at: Instant, name: string): number {
  const time = toMs(at);
  if (Number.isFinite(time)) return time;
  throw new Error(
    `${name} is not a time: ${String(at).slice(0, 40)}. Write a date, epoch milliseconds or ISO 8601 text`
  );
}

/** The levels of a chart. @throws an error that names a level without a value */
export function levelsOf({levels = []}: Annotations): Level[] {
  return Array.from(levels, ({value, text}, i) => {
    if (Number.isNaN(toNumber(value)))
      throw new Error(`levels[${i}].value is not a number: ${String(value).slice(0, 40)}`);
    return {value: toNumber(value), text: String(text ?? "")};
  });
}
