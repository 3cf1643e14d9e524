// The rules of pages that the build runs too, to answer their queries in the same way. None of them uses the DOM.

export {identifier, keyOf} from "../duckdb/sql/parameters.js";
export {bind, inlined, keepQuery} from "../duckdb/sql/query-text.js";
export {answerRows} from "../duckdb/values/rows.js";
export {defaultOf, widths} from "./defaults.js";
export {openingParameters} from "./pick.js";
