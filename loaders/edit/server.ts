import {randomBytes, timingSafeEqual} from "node:crypto";
import type {IncomingMessage, Server, ServerResponse} from "node:http";
import * as z from "zod";
import {type Block, blocksOf} from "./blocks.js";
import {changed, type PageFile, Refusal, readPage, tidyPages, writePage} from "./file.js";
import {type Change, startHistory} from "./history.js";

/** Where a preview takes edits. */
export const editPath = "/_feedbook/edit";

/** What each request to edit must have as `x-feedbook-secret`: another with each start, told to the preview's own pages only. */
export const editSecret = randomBytes(32).toString("base64url");

/** A page as the editor has it. `undo` and `redo`: whether there is something. */
export interface EditedPage {
  name: string;
  hash: string;
  text: string;
  blocks: Block[];
  undo: boolean;
  redo: boolean;
  /** Whether the page had more edits than can be undone. */
  forgot: boolean;
  /** Where the request's own text stands, if it changed something, and the names that are imported for it by now. */
  written?: Part & {imported: readonly string[]};
}

/** A part of a text: from `start` to before `end`. */
export interface Part {
  start: number;
  end: number;
}

/** A text to put into a page together with an edit: the import of names that the edit uses. */
export interface Supplement {
  at: number;
  text: string;
  names: readonly string[];
}

/** Options of `takeEdits`. */
export interface EditOptions {
  secret?: string;
  /** What a part that was just written needs elsewhere in the source of a page, such as `/mine.md`; null: nothing. */
  supplement?: (path: string, source: string, written: Part) => Supplement | null;
}

// What is asked: to replace a part of the page, or to undo or redo. `hash` is that of the page asked about.
type EditRequest = z.infer<typeof request>;

const request = z.intersection(
  z.object({page: z.string(), hash: z.string()}),
  z.union([
    z.strictObject({
      page: z.string(),
      hash: z.string(),
      change: z.object({start: z.int(), end: z.int(), text: z.string()})
    }),
    z.strictObject({page: z.string(), hash: z.string(), step: z.enum(["undo", "redo"])})
  ])
);

/**
 * Makes a preview's server take edits of the pages below `root`, before any other listener sees them: if it listens to this
 * machine alone. The guard of the server must let only its own pages ask.
 */
export function takeEdits(
  server: Server,
  root: string,
  {secret = editSecret, supplement = () => null}: EditOptions = {}
): void {
  tidyPages(root);
  const editor = startEditor(root, supplement);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    const isEdit = incoming.url?.split("?")[0] === editPath;
    if (!isEdit) for (const listener of listeners) listener.call(server, incoming, response);
    else void answer(incoming, response, {editor, secret, isOpen: !isLoopback(server)});
  });
}

// A request tells what its sender likes; the address that the server listens at is its own.
function isLoopback(server: Server): boolean {
  const address = server.address();
  return address !== null && typeof address === "object" && /^(?:127\.|::1$)/.test(address.address);
}

interface Editor {
  read(page: string): EditedPage;
  edit(asked: EditRequest): EditedPage;
}

function startEditor(root: string, supplement: NonNullable<EditOptions["supplement"]>): Editor {
  const history = startHistory();
  const show = (file: PageFile): EditedPage => ({
    name: file.name,
    hash: file.hash,
    text: file.text,
    blocks: blocksOf(file.text),
    undo: history.next(file, "undo") !== null,
    redo: history.next(file, "redo") !== null,
    forgot: history.hasForgotten(file)
  });
  return {
    read: (page) => show(readPage(root, page)),
    edit(asked) {
      const file = readPage(root, asked.page);
      if (file.hash !== asked.hash) throw changed(file.name);
      const step = "step" in asked ? asked.step : null;
      const change = step === null ? ("change" in asked ? asked.change : null) : history.next(file, step);
      if (change === null) throw new Refusal(409, `there is nothing to ${step} in ${file.name} as it is now`);
      const written = {start: change.start, end: change.start + change.text.length};
      const text = applied(file.text, change);
      const more = "change" in asked ? supplement(file.name.slice(root.length), text, written) : null;
      const whole = more === null ? change : joined(file.text, change, more);
      const after = writePage(file, applied(file.text, whole));
      if (step === null) history.keep(file, after, whole);
      else history.took(after, step);
      return {...show(after), written: {...moved(written, more), imported: more?.names ?? []}};
    }
  };
}

// A change, and what is put into the text that it makes, as one change of the source.
function joined(source: string, change: Change, {at, text}: Supplement): Change {
  const edited = applied(source, change);
  const longer = edited.length - source.length;
  const end = change.start + change.text.length;
  const [from, until] = [Math.min(change.start, at), Math.max(end, at)];
  return {start: from, end: until - longer, text: edited.slice(from, at) + text + edited.slice(at, until)};
}

function moved({start, end}: Part, more: Supplement | null): Part {
  if (more === null) return {start, end};
  const {length} = more.text;
  return {start: more.at <= start ? start + length : start, end: more.at < end ? end + length : end};
}

function applied(source: string, {start, end, text}: Change): string {
  const isWithin = 0 <= start && start <= end && end <= source.length;
  if (!isWithin) throw new Refusal(400, `no part of the page: ${start} to ${end} of ${source.length} characters`);
  const edited = source.slice(0, start) + text + source.slice(end);
  // Half of a character would be written as another.
  if (Buffer.from(edited).toString() !== edited) throw new Refusal(400, "the text is no Unicode text");
  return edited;
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  {editor, secret, isOpen}: {editor: Editor; secret: string; isOpen: boolean}
): Promise<void> {
  try {
    if (isOpen) throw new Refusal(403, "other machines reach this preview: to edit, start it by npm run dev");
    assertSecret(incoming, secret);
    const page = new URL(incoming.url ?? "", "http://localhost").searchParams.get("page") ?? "";
    send(response, 200, incoming.method === "POST" ? editor.edit(await bodyOf(incoming)) : editor.read(page));
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    const [status, sentence] =
      error instanceof Refusal ? [error.status, error.message] : [500, "cannot edit: see the terminal"];
    send(response, status, {error: sentence});
  }
}

function assertSecret({headers}: IncomingMessage, secret: string): void {
  const [given, due] = [Buffer.from(String(headers["x-feedbook-secret"] ?? "")), Buffer.from(secret)];
  if (given.length !== due.length || !timingSafeEqual(given, due))
    throw new Refusal(403, "only pages of this preview edit: reload the page, if the preview has been restarted");
}

const mostBytes = 2_000_000;

async function bodyOf(incoming: IncomingMessage): Promise<EditRequest> {
  if (incoming.headers["content-type"] !== "application/json") throw new Refusal(415, "send JSON");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal(413, "the text is too long: over 2 MB");
    chunks.push(chunk);
  }
  try {
    return request.parse(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    throw new Refusal(400, "send page, hash, and one of change and step");
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {"content-type": "application/json; charset=utf-8", "cache-control": "no-store"});
  response.end(JSON.stringify(body));
}
