import type {TimestampUnit} from "../config/choices.js";
import {type Body, BodyError, readSaved} from "../rows/body.js";
import {
  addRows,
  makeRows,
  releaseRows,
  sliceRows,
  type TextColumn,
  textColumns,
  type UpdateRows
} from "../rows/columns.js";
import {bodiesOf, type SavedBody} from "./bodies.js";

/**
 * Bodies that go from one thread to another at a time. Their texts are together as bytes, and their rows as columns, so that
 * few objects are made of them.
 */
export interface Packet {
  bodies: PackedBody[];
  texts: Uint8Array;
  rows: UpdateRows;
  /** In place of the columns of text: their different values, and for each row the place of its value. */
  words: Record<TextColumn, {values: (string | null)[]; places: Uint32Array}>;
  /** Bytes of the files that are read so far. */
  bytes: number;
}

/** A body without its text and rows: how many bytes and rows they are. `held` is null for what is no update body. */
interface PackedBody extends Omit<SavedBody, "body" | "read"> {
  bytes: number;
  held: (Omit<Body, "rows"> & {rows: number}) | null;
}

/** What a thread that reads files is told. */
export interface ReaderData {
  paths: readonly string[];
  most: number;
  unit: TimestampUnit;
}

const mostCharacters = 2 ** 20;

/** Reads the bodies of files, and what they hold, in packets. */
export async function* packetsOf({paths, most, unit}: ReaderData): AsyncGenerator<Packet> {
  const {signal} = new AbortController();
  let [bodies, characters, bytes]: [HeldBody[], number, number] = [[], 0, 0];
  const onBytes = (more: number) => {
    bytes += more;
  };
  const take = () => {
    const packet = packed(bodies, bytes);
    [bodies, characters] = [[], 0];
    return packet;
  };
  for (const path of paths) {
    for await (const saved of bodiesOf(path, {signal, most, onBytes})) {
      bodies.push({...saved, held: heldBy(saved.body, unit)});
      characters += saved.body.length;
      if (characters >= mostCharacters) yield take();
    }
  }
  yield take();
}

interface HeldBody extends SavedBody {
  held: Body | null;
}

// What is no update body is read again where it is booked, which tells why.
function heldBy(body: string, unit: TimestampUnit): Body | null {
  try {
    return readSaved(body, unit);
  } catch (error) {
    if (error instanceof BodyError) return null;
    throw error;
  }
}

function packed(saved: readonly HeldBody[], bytes: number): Packet {
  const parts = saved.flatMap(({held}) => held?.rows ?? []);
  const rows = makeRows(parts.reduce((sum, {length}) => sum + length, 0));
  for (const part of parts) addRows(rows, part);
  releaseRows(parts);
  const texts = new TextEncoder().encode(saved.map(({body}) => body).join(""));
  const words = {} as Packet["words"];
  const columns = {...rows.columns};
  for (const {name} of textColumns) {
    words[name] = wordsOf(columns[name]);
    columns[name] = [];
  }
  const bodies = saved.map(({body, held, ...rest}) => ({
    ...rest,
    bytes: Buffer.byteLength(body),
    held: held && {...held, rows: held.rows.length}
  }));
  return {bodies, texts, rows: {...rows, columns}, words, bytes};
}

function wordsOf(column: readonly (string | null)[]): Packet["words"][TextColumn] {
  const known = new Map<string | null, number>();
  const places = new Uint32Array(column.length);
  for (let i = 0; i < places.length; i++) {
    const text = column[i] ?? null;
    const place = known.get(text) ?? known.size;
    if (place === known.size) known.set(text, place);
    places[i] = place;
  }
  return {values: [...known.keys()], places};
}

/** The bodies of a packet, which are read already. */
export function* unpacked({bodies, texts, rows: {columns, ...rows}, words}: Packet): Generator<SavedBody> {
  for (const {name} of textColumns) {
    const {values, places} = words[name];
    for (let i = 0; i < places.length; i++) columns[name][i] = values[Number(places[i])] ?? null;
  }
  let [row, byte] = [0, 0];
  for (const {bytes, held, ...rest} of bodies) {
    const from = byte;
    const text = () => Buffer.from(texts.buffer, texts.byteOffset + from, bytes).toString();
    if (held === null) yield {...rest, body: text()};
    else {
      const own = sliceRows({columns, ...rows}, row, held.rows);
      yield {...rest, body: "", read: {held: {...held, rows: own}, bytes, text}};
      row += held.rows;
    }
    byte += bytes;
  }
}

/** The memory of a packet that goes to another thread without being copied. */
export function memoryOf({texts, rows, words}: Packet): ArrayBuffer[] {
  const arrays = [texts, ...rows.numbers.slice(0, 1), ...Object.values(words).map(({places}) => places)];
  return arrays.map(({buffer}) => buffer as ArrayBuffer);
}
