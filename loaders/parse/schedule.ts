const time = "(?:[01][0-9]|2[0-3])[0-5][0-9]";
const range = `${time}-(?:${time}|2400)`;
const day = `(?:O|C|${range}(?:&${range})*)`;
const holiday = `[01][0-9][0-3][0-9]/${day}`;

/**
 * The form of a schedule, `zone;Mon,…,Sun;holidays`, as a regular expression of JavaScript and of DuckDB: a day is `O` (open),
 * `C` (closed), or local times such as `0000-1700&1800-2400`; a holiday is such as `1127/0930-1300`.
 */
export const scheduleForm: string = `^[A-Za-z0-9_+/-]+;${day}(?:,${day}){6};(?:${holiday}(?:,${holiday})*)?$`;
