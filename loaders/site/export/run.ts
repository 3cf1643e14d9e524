import {setTimeout as wait} from "node:timers/promises";
import {JSDOM, VirtualConsole} from "jsdom";
import pLimit from "p-limit";
import {ConfigError, messageOf} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {fitsJson, positional} from "../answers/blocks.js";
import type {Answer, Parameter} from "../answers/rules.js";
import type {PageParts} from "./file.js";
import {stoppedAt} from "./in-file.js";

/** What a page asked at an address, and what its file will lack, in sentences. */
export interface Ran {
  answers: Answer[];
  problems: string[];
}

/** Where, when and on which data a page runs: `search` has the address parameters, such as `?feed=1`. */
interface RunOptions {
  search: string;
  snapshot: Snapshot;
  withData: boolean;
  now: Date;
  signal?: AbortSignal | undefined;
}

/**
 * Runs the blocks of a page at its address, without a browser, and answers their queries with DuckDB. A block that needs a canvas
 * or the size of an element may fail, as jsdom has neither; the file then lacks the rows of its queries.
 */
export async function runPage(
  {dom, code, files}: PageParts,
  {search, snapshot, withData, now, signal}: RunOptions
): Promise<Ran> {
  const late = new AbortController(); // AbortSignal.timeout may never abort a signal of AbortSignal.any
  const timer = setTimeout(() => late.abort(), longestMs);
  const until = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
  const {answers, problems, ask, asking} = recorder(snapshot, until);
  const [names, refused] = [new Set<string>(withData ? cutBy : []), new Set<string>()];
  const url = `http://localhost/${search}`;
  const options = {runScripts: "outside-only", pretendToBeVisual: true, virtualConsole: new VirtualConsole()} as const;
  const {window} = new JSDOM(dom.serialize(), {...options, url});
  Object.assign(window, stubs, {
    ...{fbFiles: files, fbAnswer: ask, fbNames: names, fbRefused: refused},
    fetch: async (address: unknown) => {
      const [, body] = /^data:[^,]*;base64,(.*)$/s.exec(String(address)) ?? [];
      if (body !== undefined) return new Response(Buffer.from(body, "base64"));
      problems.add(`it reads ${address}, which is another origin: the file cannot`);
      throw new TypeError(`no request to ${address}`);
    }
  });
  if (!withData) window.eval(stoppedAt(now));
  window.eval(readNames);
  window.eval(formSetters);
  window.eval(loadedImages);
  const onLost = (error: unknown) => void problems.add(`a block failed: ${messageOf(error)}`);
  process.on("unhandledRejection", onLost); // which would end this process
  try {
    await window.eval(`(async () => {${code}\n})()`);
    if (!(await settled(window.document, asking, until))) problems.add("a block did not end in time");
    for (const error of window.document.querySelectorAll<HTMLElement>(".observablehq--error"))
      if (!error.hidden && !ofOther.test(error.textContent ?? ""))
        problems.add(`a block failed: ${(error.textContent ?? "").trim().split("\n")[0]}`);
    const dropped = window.document.querySelector(".fb-dropped")?.textContent;
    if (dropped && search !== "") refused.add(dropped);
    assertView(search, names, refused);
  } finally {
    clearTimeout(timer);
    window.close();
    process.off("unhandledRejection", onLost);
  }
  const found = [...problems].filter((problem) => !(withData && problem.includes(ownTable)));
  return {answers: [...answers.values()], problems: found};
}

// The page is run: only then is it known which parameters it reads.
function assertView(search: string, names: ReadonlySet<string>, refused: ReadonlySet<string>): void {
  const unknown = [...new URLSearchParams(search).keys()].filter((name) => !names.has(name));
  const known = [...names].toSorted().join(", ") || "no parameters";
  const problems = [
    ...(unknown.length > 0 ? [`the page does not read ${unknown.join(", ")}: it reads ${known}`] : []),
    ...(refused.size > 0 ? [`it has no such view: ${[...refused].join("; ")}`] : [])
  ];
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
}

// Parameters that name the data of a file.
const cutBy = ["feed", "feeds", "with", "range"];

function recorder(snapshot: Snapshot, until: AbortSignal) {
  const answers = new Map<string, Answer>();
  const problems = new Set<string>();
  const asking = {count: 0};
  const inTurn = pLimit(1); // the rows of a connection end with its next query
  const ask = async (text: string, params: readonly Parameter[]): Promise<Answer> => {
    asking.count++;
    try {
      if (text.includes('"memory".')) throw new Error(ownTable);
      const result = await inTurn(() =>
        snapshot.until(until, () => snapshot.query(text, positional(params), mostRows))
      );
      if (!fitsJson(result.columns)) throw new Error("JSON cannot represent its rows: cast them to VARCHAR");
      const answer = {strings: [text], params, ...result};
      answers.set(JSON.stringify([text, params]), answer);
      return answer;
    } catch (error) {
      problems.add(`a query failed: ${messageOf(error).split("\n")[0]}: ${text.trim().split("\n")[0]}`);
      throw error;
    } finally {
      asking.count--;
    }
  };
  return {answers, problems, ask, asking};
}

const ofOther = /cell [0-9a-f]+ could not be resolved/; // follows from another failed block, which is reported
const ownTable = "it reads a table that the page makes, for which a file needs --with-data";
const mostRows = 100_000;
const longestMs = 30_000;
const quietTurns = 6; // of 25 ms without a query or a block that runs

async function settled(document: Document, asking: {count: number}, until: AbortSignal): Promise<boolean> {
  for (let quiet = 0; quiet < quietTurns; ) {
    if (until.aborted) return false;
    await wait(25);
    const isBusy = asking.count > 0 || document.querySelector("observablehq-loading, .observablehq--running") !== null;
    quiet = isBusy ? 0 : quiet + 1;
  }
  return true;
}

// A page's own code may read parameters, too: one by its name, or all in a loop.
const readNames = `{
const {prototype} = URLSearchParams;
const {entries, keys} = prototype;
globalThis.fbState = () =>
  new Proxy(Object.fromEntries(entries.call(new URLSearchParams(location.search))), {
    get: (state, name) => fbNames.add(String(name)) && state[name]
  });
const byName = ["get", "getAll", "has"];
for (const method of [...byName, "entries", "keys", "values", "forEach", Symbol.iterator]) {
  const read = prototype[method];
  prototype[method] = function (...given) {
    const isOwn = String(this) === String(new URLSearchParams(location.search));
    const names = byName.includes(method) ? given.slice(0, 1) : keys.call(this);
    if (isOwn) for (const name of names) fbNames.add(String(name));
    return read.apply(this, given);
  };
}
}`;

// An Observable Input defines a setter on its form. jsdom calls setters of the form's prototype only, so it is defined there.
const formSetters = `{
const {defineProperty} = Object;
Object.defineProperty = (target, name, property) => {
  if (property.set === undefined || !(target instanceof HTMLFormElement)) return defineProperty(target, name, property);
  return Object.setPrototypeOf(target, Object.create(Object.getPrototypeOf(target), {[name]: property}));
};
}`;

// An image of jsdom never loads, and a block may wait for it.
const loadedImages = `Object.defineProperty(HTMLImageElement.prototype, "src", {
  get() { return this.getAttribute("src") ?? ""; },
  set(address) {
    this.setAttribute("src", address);
    setTimeout(() => this.dispatchEvent(new Event("load")));
  }
});`;

// A block may wait for the width of the page, or until it is in sight; charts draw nothing.
class Observer {
  readonly #report: (entries: object[], observer: Observer) => void;
  constructor(report: (entries: object[], observer: Observer) => void) {
    this.#report = report;
  }
  observe(target: Element): void {
    const entry = {target, contentRect: {width: 960, height: 0}, isIntersecting: true};
    if (this.reports(target)) setTimeout(() => this.#report([entry], this));
  }
  reports(_: Element): boolean {
    return true;
  }
  unobserve(): void {}
  disconnect(): void {}
}

class SizeObserver extends Observer {
  override reports({localName}: Element): boolean {
    return localName === "main";
  }
}

// What browsers have and jsdom lacks.
const stubs = {
  ...{ResizeObserver: SizeObserver, IntersectionObserver: Observer, CSS: {escape: (text: string) => text}},
  ...{Response, Request, Headers, TextDecoder, TextEncoder, DecompressionStream, structuredClone},
  // Bytes of a response are of Node's classes, and code compares them with the window's.
  ...{ArrayBuffer, DataView, Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, BigUint64Array},
  ...{Int8Array, Int16Array, Int32Array, BigInt64Array, Float32Array, Float64Array},
  matchMedia: () => ({matches: false, addEventListener() {}, removeEventListener() {}, addListener() {}})
};
