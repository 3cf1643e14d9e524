import {type BlockEditor, makeBlockEditor} from "./block-editor.js";
import {added, followed, type Part, retyped} from "./changes.js";
import {readFence} from "./fence.js";
import {type EditedPage, messageOf, Refused, readSource, writeSource} from "./service.js";
import {nameOf} from "./strip.js";

/** A block that is open: `number` says above which one it stands. */
export interface OpenBlock {
  readonly editor: BlockEditor;
  readonly number: number;
  /** Whether it is not in the file yet. */
  readonly isNew: boolean;
  /** Follows a file that another changed: a block that is not edited is shown as it is now, one that is gets both beside. */
  follow(now: EditedPage): void;
}

/** What an open block does outside. */
export interface OpenHost {
  root: ShadowRoot;
  /** Runs what writes the page, once all before it is answered, and shows the page that it gives. */
  write: (act: () => Promise<EditedPage | null>) => Promise<void>;
  onClose: () => void;
}

// Where it stood in which source. What is new has no place yet.
interface State {
  source: EditedPage;
  number: number;
  place: Part | null;
}

const kinds = {
  Text: "",
  SQL: "```sql\nFROM feeds LIMIT 10\n```",
  JavaScript: '```js\ndisplay("Hello");\n```'
};

/** Opens the block of a number, or a new one before it. */
export function openBlock(
  source: EditedPage,
  number: number,
  {isNew, ...host}: OpenHost & {isNew: boolean}
): OpenBlock {
  const block = isNew ? undefined : source.blocks[number];
  const state: State = {source, number, place: block === undefined ? null : {start: block.start, end: block.end}};
  const editor = makeBlockEditor(host.root, {
    label: `${block === undefined ? "New block" : nameOf(source, number)} of ${source.name}`,
    value: block === undefined ? kinds.Text : source.text.slice(block.start, block.end),
    ...(block === undefined && {kinds}),
    onSave: (text) =>
      host.write(() => save({state, editor, host}, text)).then(() => editor.element.scrollIntoView({block: "nearest"})),
    onClose: host.onClose
  });
  return {
    editor,
    get number() {
      return state.number;
    },
    get isNew() {
      return state.place === null;
    },
    follow: (now) => follow({state, editor, host}, now)
  };
}

interface Opened {
  state: State;
  editor: BlockEditor;
  host: OpenHost;
}

async function save(opened: Opened, text: string): Promise<EditedPage | null> {
  const {state, editor, host} = opened;
  const {source, number, place} = state;
  const isEmpty = text.trim() === "";
  const hasNothing = isEmpty || readFence(text)?.code.trim() === "";
  if (hasNothing && place === null) {
    host.onClose();
    return null;
  }
  const change = place === null ? added(source, number, text) : retyped(source, place, text);
  try {
    const now = await writeSource(source.hash, {change});
    const {start, end, imported} = now.written ?? {...change, imported: []};
    const [, space = "", own = ""] = /^([\r\n]*)([\s\S]*?)[\r\n]*$/.exec(now.text.slice(start, end)) ?? [];
    stand(state, now, {start: start + space.length, end: start + space.length + own.length});
    editor.saved(text);
    if (end - start > change.text.length && !editor.isDirty()) editor.reset(own); // imported in this block
    if (imported.length > 0) editor.tell(`Saved, and imported ${imported.join(", ")}`);
    if (isEmpty) host.onClose();
    return now;
  } catch (error) {
    if (error instanceof Refused && error.status === 409) showOther(opened, await readSource());
    else editor.tell(messageOf(error));
    return null;
  }
}

function showOther(opened: Opened, now: EditedPage): void {
  const {state, editor, host} = opened;
  if (state.place === null) {
    follow(opened, now);
    editor.tell(`${now.name} was changed on disk meanwhile, and nothing was written: save once more`);
    return;
  }
  const place = followed(state.source.text, state.place, now.text);
  const text = now.text.slice(place.start, place.end);
  const there = text === "" ? "The block is no longer there." : "On disk the block is:";
  editor.showOther(`${now.name} was changed on disk meanwhile, and nothing was written. ${there}`, text, {
    onMine() {
      stand(state, now, place);
      void host.write(() => save(opened, editor.value()));
    },
    onTheirs() {
      stand(state, now, place);
      editor.reset(text);
      if (text === "") host.onClose();
    }
  });
}

function follow(opened: Opened, now: EditedPage): void {
  const {state, editor, host} = opened;
  if (state.source.hash === now.hash) return;
  if (state.place === null) Object.assign(state, {source: now, number: Math.min(state.number, now.blocks.length)});
  else if (editor.isDirty()) showOther(opened, now);
  else {
    stand(state, now, followed(state.source.text, state.place, now.text));
    editor.reset(now.text.slice(state.place?.start, state.place?.end));
    if (state.place === null) host.onClose();
  }
}

// A part without text has no place: it would be a new block there.
function stand(state: State, source: EditedPage, {start, end}: Part): void {
  const number = source.blocks.findIndex((block) => block.end > start);
  state.source = source;
  state.place = start < end ? {start, end} : null;
  state.number = number === -1 ? source.blocks.length : number;
}
