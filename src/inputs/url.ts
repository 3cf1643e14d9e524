import {toMs} from "../format/instant.js";
import {keepFocus} from "../ui/elements/focus.js";
import {inUrl, readState, reportRefused} from "../url/state.js";

/** An input for Framework's `view`: an element with a value and an `input` event when the reader changes it. */
export interface Input<Value> extends HTMLElement {
  value: Value;
}

/**
 * Keeps what the reader chose in the URL under a name, over edits of the page, loads, reloads, and Back and Forward;
 * the first value of the input is the default and not in the URL: `view(keep("k", Inputs.range([1, 5], {value: 2})))`.
 * Takes any input whose value is a text, number, boolean, Date, null, or a list or object of them, and keeps the words of a
 * search instead of the rows it finds. @throws TypeError if it has another
 */
export function keep<Kept extends Input<unknown>>(name: string, input: Kept): Kept {
  assertName(name);
  if ([...input.classList].some((each) => /^inputs-\w+-table$/.test(each)))
    // of Observable Inputs: a load may bring other rows
    throw new TypeError(
      `cannot keep ${name} in the URL: rows of a table: keep an input that picks one of them by its id`
    );
  const kept = keptOf(input);
  const usual = kept.value;
  const usualText = textOf(usual);
  assertKeepable(name, kept);
  const inAddress = inUrl({[name]: usualText});
  const read = () => show(kept, readState()[name], usual);
  read();
  reportRefused(name, readState()[name], textOf(kept.value));
  let isFollowing = false;
  input.addEventListener("input", () => {
    if (isFollowing) return;
    const text = textOf(kept.value);
    const isSame = changed.input === input && performance.now() - changed.at < sameChangeMs;
    changed = {input, at: performance.now()};
    inAddress.keep({[name]: text}, {replace: isSame});
  });
  inAddress.follow(input, () => {
    const isOther = read();
    if (!isOther) return;
    changed = {input: null, at: 0};
    isFollowing = true;
    input.dispatchEvent(new Event("input", {bubbles: true}));
    isFollowing = false;
  });
  keepFields(name, input);
  return input;
}

/** Refuses a name that the URL cannot have as a parameter. */
export function assertName(name: string): void {
  if (!/^[A-Za-z]\w*$/.test(name)) throw new TypeError(`invalid name of an input: ${name}: use letters and digits`);
}

/** Keeps the focus in a field of an input that is made anew. */
export function keepFields(name: string, input: HTMLElement): void {
  keepFocus(name, input, () => Array.from(input.querySelectorAll<HTMLElement>("input, select, textarea, button")));
}

interface Kept {
  value: unknown;
}

function keptOf(input: Input<unknown>): Kept {
  const field = input.querySelector<HTMLInputElement>("input[type=search]");
  if (!("query" in input) || field === null) return input;
  return {
    get value() {
      return field.value; // `query` does not follow the typed letters
    },
    set value(words) {
      input.query = words;
    }
  };
}

// Changes within a second, such as letters or a dragged slider, are one entry of the browser's history.
const sameChangeMs = 1000;
let changed: {input: Input<unknown> | null; at: number} = {input: null, at: 0};

// Shows the value of the URL, or else the usual one. Returns whether the value changed.
function show(input: Kept, text: string | undefined, usual: unknown): boolean {
  const before = textOf(input.value);
  if (text === undefined) {
    if (before !== textOf(usual)) input.value = usual;
  } else if (before !== text && !meanings(text, usual).some((value) => takes(input, value, text))) input.value = usual;
  return textOf(input.value) !== before;
}

function takes(input: Kept, value: unknown, text: string): boolean {
  try {
    input.value = value;
    return textOf(input.value) === text;
  } catch {
    return false; // such as an invalid date
  }
}

function assertKeepable(name: string, input: Kept): void {
  const text = textOf(input.value);
  if (meanings(text, input.value).some((value) => takes(input, value, text))) return;
  const advice = "let it be a text, a number, or a list of them, such as a feed's id";
  throw new TypeError(`cannot keep ${name} in the URL: the input does not take back its own value: ${advice}`);
}

// A value as text: numbers of a list after commas, else JSON.
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(+value) ? "" : isoOf(value);
  if (typeof value !== "object") return String(value);
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number")
    ? value.join()
    : JSON.stringify(value);
}

function isoOf(date: Date): string {
  return date.toISOString().replace("T00:00:00.000Z", "").replace(".000Z", "Z");
}

// The possible values of a text; values of the same kind as the default come first.
function meanings(text: string, usual: unknown): unknown[] {
  const all: unknown[] = text === "" ? [null, ""] : [text];
  if (text !== "" && Number.isFinite(Number(text))) all.push(Number(text));
  if (text === "true" || text === "false") all.push(text === "true");
  if (/^\d{4}-\d\d-\d\d/.test(text)) all.push(new Date(toMs(text)));
  if (/^-?[\d.,eE+-]+$/.test(text)) all.push(text.split(",").map(Number));
  if (/^[[{]/.test(text)) all.push(...parsed(text));
  return all.toSorted((a, b) => Number(kindOf(b) === kindOf(usual)) - Number(kindOf(a) === kindOf(usual)));
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value instanceof Date ? "date" : typeof value;
}
