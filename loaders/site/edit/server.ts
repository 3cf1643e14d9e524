import {randomBytes, timingSafeEqual} from "node:crypto";
import type {IncomingMessage, Server, ServerResponse} from "node:http";
import * as z from "zod";
import {typed} from "../../config/typed.js";
import {type Block, blocksOf} from "./blocks.js";
import {changed, type PageFile, Refusal, readPage, writePage} from "./file.js";

/** The address to which pages of a preview send edits. */
export const editPath = "/_feedbook/edit";

/** The secret in `x-feedbook-secret` of each edit. Each start makes a new one, and only pages of the preview contain it. */
export const editSecret = randomBytes(32).toString("base64url");

/** A page as the editor has it. */
export interface EditedPage {
  name: string;
  hash: string;
  text: string;
  blocks: Block[];
  undo: boolean;
  /** The place of the written text, if the request wrote one, and the names imported for it. */
  written?: Part & {imported: readonly string[]};
}

/** A part of a text: from `start` to before `end`. */
export interface Part {
  start: number;
  end: number;
}

/** An import that an edit needs elsewhere in the page. */
export interface Supplement {
  at: number;
  text: string;
  names: readonly string[];
}

/** Options of `takeEdits`. */
export interface EditOptions {
  secret?: string;
  /** Returns the import that a written part needs elsewhere in the page at `path`, such as `/mine.md`; null: none. */
  supplement?: (path: string, source: string, written: Part) => Supplement | null;
}

type EditRequest = z.infer<typeof editRequest>;

const editRequest = z.strictObject({
  page: z.string(),
  hash: z.string(),
  change: z.union([z.literal("undo"), z.strictObject({start: z.int(), end: z.int(), text: z.string()})])
});

/**
 * Makes a preview's server accept edits of the pages below `root`, unless other machines reach it. The guard must
 * reject requests from other pages.
 */
export function takeEdits(
  server: Server,
  root: string,
  {secret = editSecret, supplement = () => null}: EditOptions = {}
): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    const isEdit = incoming.url?.split("?")[0] === editPath;
    if (!isEdit) for (const listener of listeners) listener.call(server, incoming, response);
    else void answer(incoming, response, {root, secret, supplement, isOpen: !isLoopback(server)});
  });
}

// The sender of a request can claim any address, so the server's own address decides.
function isLoopback(server: Server): boolean {
  const address = server.address();
  return address !== null && typeof address === "object" && /^(?:127\.|::1$)/.test(address.address);
}

const saves = new Map<string, {hash: string; before: string}>(); // the last save of each file, and the text before it

function shown({name, path, hash, text}: PageFile): EditedPage {
  return {name, hash, text, blocks: blocksOf(text), undo: saves.get(path)?.hash === hash};
}

function edit(
  {page, hash, change}: EditRequest,
  {root, supplement}: Required<EditOptions> & {root: string}
): EditedPage {
  const file = readPage(root, page);
  if (file.hash !== hash) throw changed(file.name);
  if (change === "undo") {
    const last = saves.get(file.path);
    if (last?.hash !== hash) throw new Refusal(409, `there is nothing to undo in ${file.name}`);
    return shown(writePage(file, last.before));
  }
  const typed = withLineEnds(change.text, file.text);
  const edited = replaced(file.text, change, typed);
  const part = {start: change.start, end: change.start + typed.length};
  const needed = supplement(file.name.slice(root.length), edited, part);
  const added = needed && {...needed, text: withLineEnds(needed.text, file.text)};
  const text = added === null ? edited : replaced(edited, {start: added.at, end: added.at}, added.text);
  const after = writePage(file, text);
  saves.set(file.path, {hash: after.hash, before: file.text});
  return {...shown(after), written: {...moved(part, added), imported: added?.names ?? []}};
}

function withLineEnds(text: string, source: string): string {
  return text.replace(/\r\n?|\n/g, /\r\n?|\n/.exec(source)?.[0] ?? "\n");
}

function replaced(source: string, {start, end}: Part, text: string): string {
  const isWithin = 0 <= start && start <= end && end <= source.length;
  if (!isWithin) throw new Refusal(400, `no part of the page: ${start} to ${end} of ${source.length} characters`);
  const edited = source.slice(0, start) + text + source.slice(end);
  // UTF-8 would replace half a surrogate pair by another character.
  if (Buffer.from(edited).toString() !== edited) throw new Refusal(400, "the text is no Unicode text");
  return edited;
}

function moved({start, end}: Part, added: Supplement | null): Part {
  if (added === null) return {start, end};
  const {at, text} = added;
  return {start: at <= start ? start + text.length : start, end: at < end ? end + text.length : end};
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  {isOpen, ...options}: Required<EditOptions> & {root: string; isOpen: boolean}
): Promise<void> {
  try {
    if (isOpen) throw new Refusal(403, typed("other machines reach this preview: to edit, start it by npm run dev"));
    assertSecret(incoming, options.secret);
    const page = new URL(incoming.url ?? "", "http://localhost").searchParams.get("page") ?? "";
    const isRead = incoming.method !== "POST";
    send(response, 200, isRead ? shown(readPage(options.root, page)) : edit(await bodyOf(incoming), options));
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    const [status, sentence] =
      error instanceof Refusal ? [error.status, error.message] : [500, "cannot edit: see the terminal"];
    send(response, status, {error: sentence});
  }
}

function assertSecret({headers}: IncomingMessage, secret: string): void {
  const [sent, expected] = [Buffer.from(String(headers["x-feedbook-secret"] ?? "")), Buffer.from(secret)];
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
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
    return editRequest.parse(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    throw new Refusal(400, 'send page, hash and change: {start, end, text} or "undo"');
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {"content-type": "application/json; charset=utf-8", "cache-control": "no-store"});
  response.end(JSON.stringify(body));
}
