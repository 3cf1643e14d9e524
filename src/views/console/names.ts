import type {Schema, SchemaFunction} from "../../ui/code-editor/schema.js";
import type {CatalogTable} from "../catalog/catalog.js";

/** What the editor can complete: the tables of the site as soon as they are there, functions once the engine has been asked. */
export interface Names {
  schema(): Schema;
  /** Asks for the functions; the second time only if the first failed. */
  learnFunctions(): void;
}

/** The names that SQL can use. `ask` gives the functions of the engine, which starts for it. */
export function knownNames(
  tables: Promise<readonly CatalogTable[]>,
  ask: () => Promise<readonly SchemaFunction[]>
): Names {
  let known: Schema = {tables: [], functions: []};
  let isAsked = false;
  void tables.then(
    (all) => {
      known = {...known, tables: all.filter(({kind}) => kind !== "store")};
    },
    () => {} // the column beside the editor says so
  );
  return {
    schema: () => known,
    learnFunctions() {
      if (isAsked) return;
      isAsked = true;
      void ask().then(
        (all) => {
          const functions = all.filter(({name}) => !known.tables.some((table) => table.name === name));
          known = {...known, functions};
        },
        () => {
          isAsked = false;
        }
      );
    }
  };
}
