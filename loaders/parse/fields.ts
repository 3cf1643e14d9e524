import type {Body} from "./body.js";
import {columns} from "./columns.js";
import {updatesIn} from "./forms.js";

const mostFields = 1000; // of an endpoint, as a faulty service may send new names without end
const mostEntries = 1000; // of a body whose kinds of values are read

/** Received fields by endpoint and name: the kinds of those values that were looked at, and a feed that had the field. */
export type FieldsSeen = ReadonlyMap<string, SeenFields>;

/** Those of one endpoint. */
export type SeenFields = ReadonlyMap<string, {readonly kinds: ReadonlySet<string>; readonly priceFeedId: number}>;

/** The fields that a load sees, by endpoint. */
export interface FieldWatch {
  readonly seen: FieldsSeen;
  /**
   * Looks at the fields of a body. Their names are known from its rows, the kinds of their values only from its text. That
   * is parsed again if `sample` is set, or if the body has a new field.
   */
  see(endpoint: string, body: Body, text: () => string, sample: boolean): void;
  /** The time since when it looks (epoch ms); null: since the load began. */
  since(): number | null;
  /** Forgets all fields, and begins anew. */
  forget(): void;
}

type Fields = Map<string, {kinds: Set<string>; priceFeedId: number}>;

/** Begins to watch which fields come. */
export function watchFields(): FieldWatch {
  const seen = new Map<string, Fields>();
  let since: number | null = null;
  return {
    seen,
    see(endpoint, body, text, sample) {
      if (body.rows.length === 0) return;
      const fields: Fields = seen.get(endpoint) ?? new Map();
      seen.set(endpoint, fields);
      const before = fields.size;
      seeColumns(fields, body);
      seeExtras(fields, body);
      for (const {columnName, priceFeedId} of body.coercions)
        if (columnName !== "publishedAt") add(fields, columnName, priceFeedId);
      if (sample || fields.size > before) seeKinds(fields, text());
    },
    since: () => since,
    forget() {
      seen.clear();
      since = Date.now();
    }
  };
}

// A column that came once is not looked for again, so a usual load checks only its first bodies.
function seeColumns(fields: Fields, {rows}: Body): void {
  for (const {name} of columns) {
    const row = fields.has(name) ? undefined : rows.find((row) => row[name] !== null);
    if (row) add(fields, name, row.priceFeedId);
  }
}

function seeExtras(fields: Fields, {rows}: Body): void {
  for (const {extra, priceFeedId} of rows) {
    if (extra === null) continue;
    for (const [name, value] of Object.entries(JSON.parse(extra) as object)) {
      if (value !== null) add(fields, name, priceFeedId);
    }
  }
}

function seeKinds(fields: Fields, text: string): void {
  const [update] = updatesIn(JSON.parse(text), JSON.parse); // it was read as an update before
  for (const entry of update?.priceFeeds.slice(0, mostEntries) ?? []) {
    if (typeof entry !== "object" || entry === null) continue;
    for (const [name, value] of Object.entries(entry)) {
      if (value !== null) fields.get(shorten(name))?.kinds.add(kindOf(value));
    }
  }
}

function add(fields: Fields, name: string, priceFeedId: number): void {
  const field = shorten(name);
  if (fields.has(field) || fields.size >= mostFields) return;
  fields.set(field, {kinds: new Set(), priceFeedId});
}

function shorten(name: string): string {
  return name.length > 100 ? `${name.slice(0, 99)}…` : name;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "string" ? "text" : typeof value;
}
