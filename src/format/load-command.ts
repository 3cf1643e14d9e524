/** What to load: feeds, and the times between which they have no update, both excluded, in Unix ms. */
interface Wanted {
  feeds: readonly (number | bigint)[];
  after: number;
  before: number;
  stepSeconds: number;
  /** Whether the service was requested there before and had nothing. */
  retry?: boolean;
}

const prefix = "npm run -s feedbook --";
const mostIds = 20; // in a command: more feeds are simply all
const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1]
] as const;

/** A command of Feedbook to be copied into a terminal: `command("gaps", "--feeds", [1, 2])`. */
export function command(...words: (string | readonly (number | bigint)[])[]): string {
  return [prefix, ...words].join(" ");
}

/** The command that loads updates that are missing, at all multiples of a step; null if none lies between the times. */
export function loadCommand({feeds, after, before, stepSeconds, retry = false}: Wanted): string | null {
  const stepMs = 1000 * stepSeconds;
  const [name, unit] = units.find(([, ms]) => ms <= stepMs) ?? ["ms", 1];
  const count = Math.floor(stepMs / unit);
  const every = count * unit;
  const [from, to] = [(Math.floor(after / every) + 1) * every, (Math.ceil(before / every) - 1) * every];
  if (!(from <= to)) return null;
  const times = [
    "--from",
    instantText(from),
    "--to",
    instantText(to),
    "--every",
    `${count}${name}`,
    ...feedOption(feeds)
  ];
  return command("load history", ...times, ...(retry ? ["--retry-missing"] : []));
}

/** The option of a command that names feeds; none for all feeds, or for too many to name. */
export function feedOption(ids: readonly (number | bigint)[]): (string | readonly (number | bigint)[])[] {
  return ids.length === 0 || ids.length > mostIds ? [] : ["--feeds", ids];
}

/** A time as an option of a command: ISO 8601, with milliseconds if there are any. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}
