import {setTimeout} from "node:timers/promises";
import {JSDOM, VirtualConsole} from "jsdom";
import pLimit from "p-limit";
import {ConfigError, messageOf} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {fitsJson, positional} from "../answers/blocks.js";
import type {Answer, Parameter} from "../answers/rules.js";
import type {PageParts} from "./file.js";

/** What a page asked at an address, and what its file will lack, in sentences. */
export interface Ran {
  answers: Answer[];
  problems: string[];
}

/** Where and on which data a page runs: `search` has the address parameters, such as `?feed=1`. */
interface RunOptions {
  search: string;
  snapshot: Snapshot;
  signal?: AbortSignal | undefined;
}

/**
 * Runs the blocks of a page at its address, without a browser, and answers their queries with DuckDB. A block that needs a canvas
 * or the size of an element may fail, as jsdom has neither; the file then lacks the rows of its queries.
 */
export async function runPage({dom, code, files}: PageParts, {search, snapshot, signal}: RunOptions): Promise<Ran> {
  const until = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]);
  const {answers, problems, ask, asking} = recorder(snapshot, until);
  const url = `http://localhost/${search}`;
  const options = {runScripts: "outside-only", pretendToBeVisual: true, virtualConsole: new VirtualConsole()} as const;
  const {window} = new JSDOM(dom.serialize(), {...options, url});
  Object.assign(window, stubs, {
    ...{fbFiles: files, fbAnswer: ask},
    fetch: async (address: unknown) => {
      const [, body] = /^data:[^,]*;base64,(.*)$/s.exec(String(address)) ?? [];
      if (body !== undefined) return new Response(Buffer.from(body, "base64"));
      problems.add(`it reads ${address}, which is another origin: the file cannot`);
      throw new TypeError(`no request to ${address}`);
    }
  });
  window.eval(formSetters);
  window.eval(loadedImages);
  const onLost = (error: unknown) => void problems.add(`a block failed: ${messageOf(error)}`);
  process.on("unhandledRejection", onLost); // which would end this process
  try {
    await window.eval(`(async () => {${code}\n})()`);
    if (!(await settled(window.document, asking, until))) problems.add("a block did not end in time");
    for (const error of window.document.querySelectorAll<HTMLElement>(".observablehq--error"))
      if (!error.hidden) problems.add(`a block failed: ${(error.textContent ?? "").trim().split("\n")[0]}`);
    const dropped = window.document.querySelector(".fb-dropped")?.textContent;
    if (dropped && search !== "") throw new ConfigError(`it has no such view: ${dropped}`);
  } finally {
    window.close();
    process.off("unhandledRejection", onLost);
  }
  return {answers: [...answers.values()], problems: [...problems]};
}

function recorder(snapshot: Snapshot, until: AbortSignal) {
  const answers = new Map<string, Answer>();
  const problems = new Set<string>();
  const asking = {count: 0};
  const inTurn = pLimit(1); // the rows of a connection end with its next query
  const ask = async (text: string, params: readonly Parameter[]): Promise<Answer> => {
    asking.count++;
    try {
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

const mostRows = 100_000;
const longestMs = 30_000;
const quietTurns = 6; // of 25 ms without a query or a block that runs

async function settled(document: Document, asking: {count: number}, until: AbortSignal): Promise<boolean> {
  for (let quiet = 0; quiet < quietTurns; ) {
    if (until.aborted) return false;
    await setTimeout(25);
    const isBusy = asking.count > 0 || document.querySelector("observablehq-loading, .observablehq--running") !== null;
    quiet = isBusy ? 0 : quiet + 1;
  }
  return true;
}

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

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// What browsers have and jsdom lacks.
const stubs = {
  ...{ResizeObserver: Observer, IntersectionObserver: Observer, CSS: {escape: (text: string) => text}},
  ...{Response, Request, Headers, TextDecoder, TextEncoder, DecompressionStream, structuredClone},
  matchMedia: () => ({matches: false, addEventListener() {}, removeEventListener() {}, addListener() {}})
};
