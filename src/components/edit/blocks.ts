import {type Change, moved, removed} from "./changes.js";
import type {OpenBlock, OpenHost} from "./open-block.js";
import type {Places} from "./places.js";
import {type EditedPage, freshPage, Refused, readSource, writeSource} from "./service.js";
import {type BlockActions, fillStrip, focusIn} from "./strip.js";

/** The blocks of the page, one of which can be open. */
export interface Blocks {
  /** Reads the page's source again. */
  refresh(): Promise<void>;
  step(step: "undo" | "redo"): Promise<void>;
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
  const {ask, write} = useQueue(places, {listener, shown: () => source, show});

  function show(now: EditedPage): void {
    source = now;
    openOne.follow(now);
    places.arrange();
    for (const number of now.blocks.keys()) fillStrip(places.above(number), number, now, actions);
    openOne.place();
    listener().show(now);
  }

  async function change(wish: (shown: EditedPage) => object): Promise<void> {
    if (openOne.leave()) await write(async () => source && writeSource(source.hash, wish(source)));
  }

  async function open(number: number, isNew: boolean): Promise<void> {
    if (!openOne.leave()) return;
    listener().tell("");
    await ask(() => openOne.open(source, number, {isNew, write}));
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
    refresh: () => ask(async () => show(await readSource())),
    async step(step) {
      await change(() => ({step}));
      const {blocks = [], written} = source ?? {};
      const number = blocks.findIndex(({end}) => end > (written?.start ?? Infinity));
      if (number !== -1) places.above(number).scrollIntoView({block: "nearest"});
    },
    add: () => open(Infinity, true)
  };
}

interface Shown {
  listener: () => Listener;
  shown: () => EditedPage | null;
  show: (now: EditedPage) => void;
}

// Runs what asks the preview one after the other: an answer must not come after that to a later question. What goes wrong is
// told; where the file was changed meanwhile, it is shown as it is. What was written is shown once the page has it: until then
// the heads stand above the blocks that were, and do nothing.
function useQueue(places: Places, {listener, shown, show}: Shown) {
  let last = Promise.resolve();
  let writes = 0;
  const ask = (act: () => Promise<void>): Promise<void> => {
    last = last.then(act).catch(({message}) => listener().tell(message));
    return last;
  };
  const write: OpenHost["write"] = (act) => {
    listener().tell("");
    places.pause(++writes > 0);
    return ask(async () => {
      const followed = places.followed();
      try {
        const now = await act();
        if (now !== null && now.hash !== shown()?.hash) await shownBy(followed);
        if (now !== null) show(now);
      } catch (error) {
        if (error instanceof Refused && error.status === 409) show(await readSource());
        throw error;
      } finally {
        places.pause(--writes > 0);
      }
    });
  };
  return {ask, write};
}

// Some edits, as from `*a*` to `_a_`, change nothing that is shown. The page of such an edit is not updated, and a page that the
// preview makes on request comes after an update would have.
async function shownBy(followed: Promise<void>): Promise<void> {
  const late = new Promise<"late">((resolve) => setTimeout(resolve, 500, "late"));
  if ((await Promise.race([followed, late])) !== "late") return;
  await Promise.race([followed, Promise.allSettled([freshPage()])]);
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
      if (!isDirty) close();
      now?.editor.tell("Save or close this block first");
      now?.editor.element.scrollIntoView({block: "nearest"});
      now?.editor.focus();
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
      places.put(now.editor.element, now);
      now.editor.element.scrollIntoView({block: "nearest"});
      now.editor.focus();
    },
    follow: (source: EditedPage) => now?.follow(source),
    place: () => now !== null && places.put(now.editor.element, now)
  };
}
