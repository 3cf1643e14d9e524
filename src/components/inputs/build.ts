// The rules of pages that the build runs too, to answer their queries in the same way. None of them uses the DOM.

export {bind} from "../../lib/bind.js";
export {identifier, keyOf} from "../../lib/parameters.js";
export {inlined, keepQuery} from "../../lib/query-text.js";
export {defaultOf, widths} from "./defaults.js";
export {openingParameters} from "./pick.js";
