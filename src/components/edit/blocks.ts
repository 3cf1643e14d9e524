import {type Change, moved, removed} from "./changes.js";
import type {OpenBlock, OpenHost} from "./open-block.js";
import type {Places} from "./places.js";
import {type EditedPage, Refused, readSource, writeSource} from "./service.js";
import {type BlockActions, fillStrip, focusIn} from "./strip.js";

/** The blocks of the page, one of which can be open. */
export interface Blocks {
  /** Reads the page's source again. */
  refresh(): Promise<void>;
  step(step: "undo" | "redo"): Promise<void>;
  savePicks(picks: string): Promise<void>;
  /** Opens a new block at the end. */
  add(): Promise<void>;
}

/** Who hears of each state of the source, and of what belongs to no open block. */
export interface Listener {
  show(source: EditedPage): void;
  tell(text: string): void;
}

/** Puts above each block what opens, moves and removes it. */
export function makeBlocks(places: Places, listener: () => Listener): Blocks {
  let source: EditedPage | null = null;
  const openOne = useOpen(places);
  const {queue, told} = useQueue((text) => listener().tell(text), show);

  function show(now: EditedPage): void {
    source = now;
    openOne.follow(now);
    places.arrange();
    for (const number of now.blocks.keys()) fillStrip(places.above(number), number, now, actions);
    openOne.place();
    listener().show(now);
  }

  async function change(wish: (shown: EditedPage) => object): Promise<void> {
    if (!openOne.leave()) return;
    await told(async () => {
      if (source !== null) show(await writeSource(source.hash, wish(source)));
    });
  }

  async function open(number: number, isNew: boolean): Promise<void> {
    if (openOne.leave()) await told(() => openOne.open(source, number, {isNew, queue, onSaved: show}));
  }

  const changeBy = (make: (shown: EditedPage) => Change) => change((shown) => ({change: make(shown)}));
  const actions: BlockActions = {
    edit: (number) => void open(number, false),
    add: (before) => void open(before, true),
    remove: (number) => void changeBy((shown) => removed(shown, number)),
    move: (number, by) =>
      void changeBy((shown) => moved(shown, number, by)).then(() => focusIn(places.above(number + by), by))
  };
  return {
    refresh: () => told(async () => show(await readSource())),
    step: (step) => change(() => ({step})),
    add: () => open(Infinity, true),
    async savePicks(picks) {
      if (picks === (source?.picks ?? ""))
        return listener().tell("Nothing to save: the page already opens with these picks");
      await change(() => ({picks}));
      if (source?.picks === (picks || null)) listener().tell("Saved: the page opens with these picks from now on");
    }
  };
}

// Runs what asks the preview one after the other: an answer must not come after that to a later question. What goes wrong is
// told; where the file was changed meanwhile, it is shown as it is.
function useQueue(tell: (text: string) => void, show: (now: EditedPage) => void) {
  let last = Promise.resolve();
  const queue = (act: () => Promise<void>): Promise<void> => {
    last = last.then(act).catch(({message}) => tell(message));
    return last;
  };
  const told = (act: () => Promise<void>): Promise<void> =>
    queue(async () => {
      try {
        await act();
        tell("");
      } catch (error) {
        if (error instanceof Refused && error.status === 409) show(await readSource());
        throw error;
      }
    });
  return {queue, told};
}

// The block that is open, if one is.
function useOpen(places: Places) {
  let now: OpenBlock | null = null;
  const close = (): void => {
    now?.editor.element.remove();
    if (now !== null) focusIn(places.above(now.number), 0);
    now = null;
  };
  addEventListener("beforeunload", (event) => {
    if (now?.editor.isDirty()) event.preventDefault();
  });
  return {
    /** Closes it, unless it has what is not saved. */
    leave(): boolean {
      const isDirty = now?.editor.isDirty() ?? false;
      if (isDirty) now?.editor.tell("Save or close this block first");
      if (isDirty) now?.editor.focus();
      else close();
      return !isDirty;
    },
    async open(
      source: EditedPage | null,
      number: number,
      options: Omit<OpenHost, "root" | "onClose"> & {isNew: boolean}
    ): Promise<void> {
      const {openBlock} = await import("./open-block.js"); // with the editor of code
      if (source === null) return;
      now = openBlock(source, Math.min(number, source.blocks.length), {...options, root: places.root, onClose: close});
      places.put(now.editor.element, now.number);
      now.editor.element.scrollIntoView({block: "nearest"});
      now.editor.focus();
    },
    follow: (source: EditedPage) => now?.follow(source),
    place: () => now !== null && places.put(now.editor.element, now.number)
  };
}
