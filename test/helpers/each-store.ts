import {afterEach, beforeEach} from "vitest";
import {type Derived, type DeriveOptions, derive} from "../../loaders/sql/derive.js";
import {makeStore, type TestStore} from "./store.js";

/** A store for each test of a file, removed after it. */
export interface EachStore extends TestStore {
  /** Brings its derived tables up to date. */
  derive(options?: DeriveOptions): Promise<Derived>;
  /** The rows of a query, after that, as lists of values. */
  derived(sql: string): Promise<unknown[][]>;
}

/** Makes a store before each test of a file, and removes it after. */
export function eachStore(): EachStore {
  const each = {} as EachStore;
  beforeEach(() => makeStore({into: each}));
  afterEach(() => each.remove());
  return Object.assign(each, {
    derive: (options?: DeriveOptions) => derive((work) => work(each.store), options),
    async derived(sql: string) {
      await each.derive();
      return (await each.records(sql)).map((row) => Object.values(row));
    }
  });
}
