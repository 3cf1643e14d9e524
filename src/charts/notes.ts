import {group, sort} from "d3-array";
import {type Instant, toMs, toNumber} from "../format/format.js";
import {formatInstant, type Zone} from "../format/zone.js";
import {color} from "../ui/elements/theme.js";
import type {Annotations, Level} from "./model.js";
import {type Track, track} from "./runs.js";

/** Notes (1) and starts of spans (0) as a series, so that cursor, table, legend and saved rows include them. */
export function noteTrack({notes = [], spans = [], zone = "utc"}: Annotations & {zone?: Zone}): Track[] {
  const noted = Array.from(notes, ({at, text}, i) => ({time: timeOf(at, `notes[${i}].at`), text, isNote: true}));
  const spanned = Array.from(spans, ({from, until, text}, i) => {
    const [time, end] = [timeOf(from, `spans[${i}].from`), timeOf(until, `spans[${i}].until`)];
    if (end < time) throw new Error(`spans[${i}] ends before it starts: ${formatInstant(end, zone)}`);
    return {time, text: joined([text, `until ${formatInstant(end, zone)}`], ", "), isNote: false};
  });
  const marked = sort([...noted, ...spanned], ({time}) => time);
  if (marked.length === 0) return [];
  const groups = [...group(marked, ({time}) => time)].map(([time, all]) => {
    const notes = all.filter(({isNote}) => isNote);
    return {
      time,
      all: joined(all.map(({text}) => text)),
      value: Math.min(1, notes.length),
      label: joined(notes.map(({text}) => text))
    };
  });
  const texts = groups.map(({all}) => all);
  const look = {key: "notes", label: "Notes", shape: "notes", color: color.ink2, columns: ["note"]} as const;
  return [
    track({
      ...{...look, times: groups.map(({time}) => time), values: groups.map(({value}) => value)},
      ...{labels: groups.map(({label}) => label), saved: texts, format: (_value, _upper, i) => texts[i] ?? ""}
    })
  ];
}

// Texts of a query may be null.
function joined(texts: readonly (string | null)[], separator = "; "): string {
  return texts.filter(Boolean).join(separator);
}

function timeOf(at: Instant, name: string): number {
  const time = toMs(at);
  if (Number.isFinite(time)) return time;
  const given = String(at).slice(0, 40);
  throw new Error(`${name} is not a time: ${given}. Write a date, epoch milliseconds or ISO 8601 text`);
}

/** The levels of a chart. @throws an error that names a level without a value */
export function levelsOf({levels = []}: Annotations): Level[] {
  return Array.from(levels, ({value, text}, i) => {
    if (Number.isNaN(toNumber(value)))
      throw new Error(`levels[${i}].value is not a number: ${String(value).slice(0, 40)}`);
    return {value: toNumber(value), text: String(text ?? "")};
  });
}
