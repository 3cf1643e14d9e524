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
  let made: TestStore;
  beforeEach(async () => {
    made = await makeStore();
  });
  afterEach(() => made.remove());
  const each: EachStore = {
    get folder() {
      return made.folder;
    },
    get path() {
      return made.path;
    },
    get store() {
      return made.store;
    },
    book: (...bodies) => made.book(...bodies),
    records: (sql) => made.records(sql),
    reopen: (units) => made.reopen(units),
    remove: () => made.remove(),
    derive: (options) => derive((work) => work(made.store), options),
    async derived(sql) {
      await each.derive();
      return (await made.records(sql)).map((row) => Object.values(row));
    }
  };
  return each;
}
