import type {PageFile} from "./file.js";

/** What replaces a part of a text, from `start` to before `end`. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/**
 * The edits of all files since the preview started, the last 500 of each, which can be undone while the file is as the edit
 * left it.
 */
export interface History {
  /** Keeps an edit that turned one state of a file into another. */
  keep(before: PageFile, after: PageFile, change: Change): void;
  /** The change that undoes the last edit of a file, or does again what was undone; null if there is none. */
  next(file: PageFile, step: Step): Change | null;
  /** Keeps that this was done. */
  took(file: PageFile, step: Step): void;
  /** Whether a file had more edits than are kept. */
  hasForgotten(file: PageFile): boolean;
}

export type Step = "undo" | "redo";

interface Edit {
  /** Hashes of the file before and after. */
  from: string;
  to: string;
  start: number;
  before: string;
  after: string;
}

/** Starts a history without edits. */
export function startHistory(): History {
  const files = new Map<string, Record<Step, Edit[]>>();
  const forgotten = new Set<string>();
  const editsOf = ({path}: PageFile) => files.get(path) ?? {undo: [], redo: []};
  return {
    keep(before, after, {start, end, text}) {
      const edit = {from: before.hash, to: after.hash, start, before: before.text.slice(start, end), after: text};
      const undo = [...editsOf(after).undo, edit];
      if (undo.length > most) forgotten.add(after.path);
      files.set(after.path, {undo: undo.slice(-most), redo: []});
    },
    next(file, step) {
      const edit = editsOf(file)[step].at(-1);
      if (edit === undefined || file.hash !== (step === "undo" ? edit.to : edit.from)) return null;
      const [old, text] = step === "undo" ? [edit.after, edit.before] : [edit.before, edit.after];
      return {start: edit.start, end: edit.start + old.length, text};
    },
    took(file, step) {
      const {undo, redo} = editsOf(file);
      const edit = (step === "undo" ? undo : redo).pop();
      if (edit !== undefined) (step === "undo" ? redo : undo).push(edit);
    },
    hasForgotten: ({path}) => forgotten.has(path)
  };
}

const most = 500; // each has both of its texts
