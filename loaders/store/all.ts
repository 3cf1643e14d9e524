import * as bookkeeping from "./bookkeeping.js";
import * as internal from "./internal-tables.js";
import {type Table, tables} from "./tables.js";

/** All tables of the store, but for those that are derived: those for everybody first. */
export const allTables: readonly Table[] = [...tables, ...Object.values(bookkeeping), ...Object.values(internal)];
