// The one import of the site's source by loaders: builds answer queries by the rules that pages follow.

export type {Answer, Made} from "../../../src/duckdb/sql/opening.js";
export type {Parameter} from "../../../src/duckdb/sql/parameters.js";
export {
  answerRows,
  bind,
  defaultOf,
  identifier,
  inlined,
  keepQuery,
  keyOf,
  openingParameters,
  widths
} from "../../../src/inputs/build.js";
