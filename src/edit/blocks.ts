import type {EditedPage, Part} from "../../loaders/site/edit/server.js";
import {messageOf} from "../format/format.js";
import {button, html} from "../ui/elements/dom.js";
import type {BlockEditor} from "./block-editor.js";
import {added, type Change, removed} from "./changes.js";
import {nameOf} from "./fence.js";
import type {Places} from "./places.js";
import {Changed, readSource, writeSource} from "./service.js";

/** The blocks of the page, one of which can be open. */
export interface Blocks {
  /** Reads the page's source again. */
  refresh(): Promise<void>;
  /** Undoes the last save of the page. */
  undo(): Promise<void>;
  /** Opens a new block at the end. */
  add(): Promise<void>;
}

/** Shows each state of the source, and messages about no open block. */
export interface Listener {
  show(source: EditedPage): void;
  report(text: string): void;
}

interface State {
  readonly places: Places;
  readonly listener: () => Listener;
  source: EditedPage | null;
  open: OpenBlock | null;
  isBusy: boolean;
}

// The open block: its part of the source (null: it is new), and the hash of the file that it was read from.
interface OpenBlock {
  editor: BlockEditor;
  number: number;
  part: Part | null;
  hash: string;
}

/** Puts a strip above each block, with buttons that open it, remove it, or add another below. */
export function makeBlocks(places: Places, listener: () => Listener): Blocks {
  const state: State = {places, listener, source: null, open: null, isBusy: false};
  addEventListener("beforeunload", (event) => {
    if (state.open?.editor.isDirty()) event.preventDefault();
  });
  return {
    async refresh() {
      const now = await readSource().catch(({message}) => listener().report(message));
      if (now && !state.isBusy) show(state, now);
    },
    undo: () => run(state, (shown) => change(state, shown, "undo")),
    add: () => run(state, (shown) => open(state, shown, {number: shown.blocks.length, isNew: true}))
  };
}

function show(state: State, now: EditedPage): void {
  state.source = now;
  for (const [number, strip] of state.places.strips(now.blocks.length).entries()) fillStrip(state, strip, number);
  state.listener().show(now);
  if (state.open === null || state.open.hash === now.hash) return;
  if (state.open.editor.isDirty()) state.open.editor.showFile(now);
  else close(state);
}

function fillStrip(state: State, strip: HTMLElement, number: number): void {
  if (strip.childElementCount === 0)
    strip.append(
      html("span", {class: "fb-edit-name"}),
      button("Edit", () => void run(state, (shown) => open(state, shown, {number, isNew: false}))),
      button("Add", () => void run(state, (shown) => open(state, shown, {number: number + 1, isNew: true})), {
        title: "Adds a block below"
      }),
      button("Remove", () => void run(state, (shown) => change(state, shown, removed(shown, number))))
    );
  const [title, ...buttons] = strip.children;
  const {start, end} = state.source?.blocks[number] ?? {};
  const name = nameOf(state.source?.text.slice(start, end) ?? "");
  if (title !== undefined) title.textContent = name;
  for (const [i, verb] of ["edit", "add below", "remove"].entries())
    buttons[i]?.setAttribute("aria-label", `${verb}: ${name}, block ${number + 1}`);
}

// Runs one action at a time, and ignores clicks meanwhile.
async function run(state: State, act: (shown: EditedPage) => Promise<void>): Promise<void> {
  if (state.isBusy || state.source === null) return;
  state.isBusy = true;
  state.listener().report("");
  try {
    await act(state.source);
  } catch (error) {
    (state.open?.editor ?? state.listener()).report(messageOf(error));
    if (error instanceof Changed) show(state, await readSource());
  } finally {
    state.isBusy = false;
  }
}

// Resolves once the page shows the edit, or after half a second: some edits change nothing on the page.
async function write({places}: State, hash: string, change: Change | "undo"): Promise<EditedPage> {
  const changed = places.changed();
  const now = await writeSource(hash, change);
  await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 500))]);
  return now;
}

async function open(state: State, shown: EditedPage, {number, isNew}: {number: number; isNew: boolean}): Promise<void> {
  const {makeBlockEditor} = await import("./block-editor.js"); // with the editor of code
  if (!leave(state)) return;
  const block = isNew ? undefined : shown.blocks[number];
  const part = block === undefined ? null : {start: block.start, end: block.end};
  const text = part === null ? null : shown.text.slice(part.start, part.end);
  const editor = makeBlockEditor(state.places.root, {
    label: `${text === null ? "New block" : nameOf(text)} of ${shown.name}`,
    text,
    onSave: () => void run(state, (now) => save(state, now)),
    onClose: () => (!editor.isDirty() || confirm("Close without saving?")) && close(state)
  });
  state.open = {editor, number, part, hash: shown.hash};
  state.places.put(editor.element, number, isNew);
  editor.element.scrollIntoView({block: "nearest"});
  editor.focus();
}

async function save(state: State, shown: EditedPage): Promise<void> {
  if (state.open === null) return;
  const {editor, part, number, hash} = state.open;
  const typed = editor.text();
  if (editor.isEmpty() && part === null) return close(state);
  if (part !== null && !editor.isDirty()) return editor.report("Nothing to save");
  if (editor.isEmpty() && hash === shown.hash) {
    close(state);
    return change(state, shown, removed(shown, number));
  }
  const now = await write(state, hash, part === null ? added(shown, number, typed) : {...part, text: typed});
  const {start, end, imported} = now.written ?? {start: 0, end: 0, imported: []};
  const [, space = "", own = ""] = /^([\r\n]*)([\s\S]*?)[\r\n]*$/.exec(now.text.slice(start, end)) ?? [];
  const from = start + space.length;
  const at = now.blocks.findIndex((block) => block.end > from);
  state.open = {editor, hash: now.hash, number: at, part: {start: from, end: from + own.length}};
  state.places.put(editor.element, at, false);
  editor.saved(typed, own.replace(/\r\n?/g, "\n"));
  if (imported.length > 0) editor.report(`Saved, and imported ${imported.join(", ")}`);
  show(state, now);
  editor.element.scrollIntoView({block: "nearest"});
  editor.focus();
}

async function change(state: State, shown: EditedPage, made: Change | "undo"): Promise<void> {
  if (leave(state)) show(state, await write(state, shown.hash, made));
}

function close(state: State): void {
  if (state.open === null) return;
  const {editor, number} = state.open;
  state.open = null;
  editor.element.remove();
  const strips = state.places.strips(state.source?.blocks.length ?? 0);
  strips[number]?.querySelector("button")?.focus();
}

// Closes the open block, unless it has unsaved text.
function leave(state: State): boolean {
  if (state.open?.editor.isDirty() !== true) close(state);
  if (state.open === null) return true;
  const {editor} = state.open;
  editor.report("Save or close this block first");
  editor.element.scrollIntoView({block: "nearest"});
  editor.focus();
  return false;
}
